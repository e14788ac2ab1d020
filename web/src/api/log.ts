/** The log of requests. */
import { call, query } from './web.js'

export interface LoggedRequest {
  readonly id: string
  readonly at: number
  readonly keyId: string
  readonly keyName: string | null
  readonly keyPrefix: string | null
  readonly method: string
  readonly route: string
  readonly status: number
  readonly code: string | null
  readonly durationMs: number
  readonly credits: number
  /** For operators; null when the account is gone. */
  readonly email?: string | null
}

export interface RequestPage {
  readonly requests: readonly LoggedRequest[]
  readonly next: string | null
  /** 0: there is no log. */
  readonly daysKept: number
}

/** Whose requests. */
export type LogScope = 'own' | 'all'

/** Names and values as the server takes them. */
export type LogQuery = Readonly<Record<string, string | undefined>>

const pathOf = (scope: LogScope): string => (scope === 'all' ? '/web/operator/requests' : '/web/requests')

export const listRequests = (scope: LogScope, filter: LogQuery, before?: string): Promise<RequestPage> =>
  call('GET', `${pathOf(scope)}${query({ ...filter, before })}`)

export const requestsFile = (scope: LogScope, filter: LogQuery): string => `${pathOf(scope)}.csv${query(filter)}`
