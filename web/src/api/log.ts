/** The log of requests. */
import type { LoggedRequest } from './types.js'
import { call, query } from './web.js'

export interface RequestPage {
  readonly requests: readonly LoggedRequest[]
  readonly next: string | null
  /** 0: there is no log. */
  readonly daysKept: number
}

/** Whose requests. */
export type LogScope = 'own' | 'all'

/** Query parameters of the server. */
export type LogQuery = Readonly<Record<string, string | undefined>>

const pathOf = (scope: LogScope): string => (scope === 'all' ? '/web/operator/requests' : '/web/requests')

export const listRequests = (scope: LogScope, filter: LogQuery, before?: string): Promise<RequestPage> =>
  call('GET', `${pathOf(scope)}${query({ ...filter, before })}`)

export const requestsFile = (scope: LogScope, filter: LogQuery): string => `${pathOf(scope)}.csv${query(filter)}`
