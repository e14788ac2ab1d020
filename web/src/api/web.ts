/** The account page's own routes. Every change carries the session's CSRF token; a 401 ends the session here too. */
import { endSession, session, setSession } from '../state/session.js'
import { problemOf, RequestFailed, unreachable } from './problem.js'
import type { Catalog, DayRange, KeyRecord, LedgerEntry, ResultRecord, Session, Usage } from './types.js'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export async function loadSession(): Promise<Session> {
  return setSession(await call<Session>('GET', '/web/session'))
}

export const signUp = async (email: string, password: string): Promise<Session> =>
  setSession(await call<Session>('POST', '/web/sign-up', { email, password }))

export const signIn = async (email: string, password: string): Promise<Session> =>
  setSession(await call<Session>('POST', '/web/sign-in', { email, password }))

export const signOut = (): Promise<void> => call('POST', '/web/sign-out')
export const signOutEverywhere = (): Promise<void> => call('POST', '/web/sign-out-everywhere')
export const changePassword = (current: string, password: string): Promise<void> =>
  call('POST', '/web/password', { current, password })
export const deleteAccount = (password: string): Promise<void> => call('POST', '/web/delete-account', { password })

export const createPlaygroundKey = (): Promise<{ key: string }> => call('POST', '/web/playground-key')

export const listKeys = (): Promise<{ keys: KeyRecord[] }> => call('GET', '/web/keys')
export const createKey = (name: string): Promise<{ key: string; record: KeyRecord }> =>
  call('POST', '/web/keys', { name })
export const revokeKey = (id: string): Promise<void> => call('DELETE', `/web/keys/${encodeURIComponent(id)}`)

export const loadUsage = (range: DayRange = {}): Promise<Usage> => call('GET', `/web/usage${query({ ...range })}`)
export const usageFile = (range: DayRange): string => `/web/usage.csv${query({ ...range })}`
export const listLedger = (before?: string): Promise<{ entries: LedgerEntry[]; next: string | null }> =>
  call('GET', `/web/ledger${query({ limit: '50', before })}`)

export const listResults = (
  limit: number,
  before?: string,
): Promise<{ results: ResultRecord[]; next: string | null }> =>
  call('GET', `/web/results${query({ limit: String(limit), before })}`)
export const deleteResult = (id: string): Promise<void> => call('DELETE', `/web/results/${encodeURIComponent(id)}`)

let catalog: Promise<Catalog> | undefined

/** Loaded once: it does not change while the page is open. */
export function loadCatalog(): Promise<Catalog> {
  catalog ??= call<Catalog>('GET', '/web/catalog').catch((error: unknown) => {
    catalog = undefined
    throw error
  })
  return catalog
}

/** For the other files of this folder. */
export async function call<T>(method: Method, path: string, body?: object): Promise<T> {
  try {
    return await send<T>(method, path, body)
  } catch (error) {
    // The token belongs to an earlier session, perhaps replaced in another tab: retry once with a fresh one.
    if (!(error instanceof RequestFailed) || error.problem.code !== 'csrf') throw error
    await loadSession()
    return send<T>(method, path, body)
  }
}

async function send<T>(method: Method, path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const csrf = session.get()?.csrf
  if (method !== 'GET' && csrf) headers['X-CSRF-Token'] = csrf
  if (method !== 'GET') headers['Content-Type'] = 'application/json'
  const reply = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw new RequestFailed(unreachable)
  })
  const text = await reply.text()
  if (!reply.ok) {
    const problem = problemOf({ status: reply.status, header: (name) => reply.headers.get(name) }, text)
    if (reply.status === 401 && problem.code !== 'wrong_credentials') endSession()
    throw new RequestFailed(problem)
  }
  return (text === '' ? undefined : JSON.parse(text)) as T
}

export function query(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
