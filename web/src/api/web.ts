/** The account page's own routes. Every change carries the session's CSRF token; a 401 ends the session here too. */
import { endSession, session, setSession } from '../state/session.js'
import { inReadersLanguage } from './catalog.js'
import { problemOf, RequestFailed, unreachable } from './problem.js'
import type {
  AccountQueueState,
  Catalog,
  DayRange,
  FrameLook,
  KeyTerms,
  LedgerEntry,
  ListedResult,
  OwnKey,
  ResultKind,
  SessionState,
  SignedIn,
  TwoFactorState,
  UsageReport,
} from './types.js'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export async function loadSession(): Promise<SessionState> {
  return setSession(await call<SessionState>('GET', '/web/session'))
}

export const signUp = async (email: string, password: string): Promise<SessionState> =>
  setSession(await call<SessionState>('POST', '/web/sign-up', { email, password }))

/** `code`: of the authenticator app, where the server asks for one. */
export const signIn = async (email: string, password: string, code?: string): Promise<SessionState> =>
  setSession(await call<SessionState>('POST', '/web/sign-in', { email, password, ...(code && { code }) }))
/** With the token of a link that the server's console printed. */
export const signInByLink = async (token: string): Promise<SessionState> =>
  setSession(await call<SessionState>('POST', '/web/sign-in-link', { token }))
/** With the token of a link, where the server sends them. */
export const confirmSignUp = async (token: string, password: string): Promise<SessionState> =>
  setSession(await call<SessionState>('POST', '/web/confirm-sign-up', { token, password }))
export const askToSignUp = (email: string): Promise<void> => call('POST', '/web/sign-up-link', { email })
export const askForNewPassword = (email: string): Promise<void> => call('POST', '/web/forgotten-password', { email })
export const resetPassword = (token: string, password: string): Promise<void> =>
  call('POST', '/web/reset-password', { token, password })

export const signOut = (): Promise<void> => call('POST', '/web/sign-out')
export const signOutEverywhere = (): Promise<void> => call('POST', '/web/sign-out-everywhere')
/** Without `current`: the first one. */
export const changePassword = (current: string | undefined, password: string): Promise<void> =>
  call('POST', '/web/password', { ...(current !== undefined && { current }), password })
/** `pending`: until the link sent to that address is opened. */
export const changeEmail = (email: string, password: string): Promise<{ email: string } | { pending: string }> =>
  call('POST', '/web/email', { email, password })
export const confirmEmail = (token: string): Promise<{ email: string }> => call('POST', '/web/confirm-email', { token })
export const loadTwoFactor = (): Promise<TwoFactorState> => call('GET', '/web/two-factor')
export const beginTwoFactor = (password: string): Promise<{ secret: string; link: string }> =>
  call('POST', '/web/two-factor/begin', { password })
export const confirmTwoFactor = (code: string): Promise<{ recoveryCodes: string[] }> =>
  call('POST', '/web/two-factor/confirm', { code })
export const renewRecoveryCodes = (password: string, code: string): Promise<{ recoveryCodes: string[] }> =>
  call('POST', '/web/two-factor/recovery-codes', { password, code })
export const turnOffTwoFactor = (password: string, code: string): Promise<void> =>
  call('POST', '/web/two-factor/off', { password, code })
export const listSessions = (): Promise<{ sessions: SignedIn[] }> => call('GET', '/web/sessions')
export const endSessionOf = (id: string): Promise<void> => call('DELETE', `/web/sessions/${encodeURIComponent(id)}`)
export const endOtherSessions = (): Promise<void> => call('POST', '/web/sessions/end-others')
export const deleteAccount = (password: string): Promise<void> => call('POST', '/web/delete-account', { password })

export const createPlaygroundKey = (): Promise<{ key: string }> => call('POST', '/web/playground-key')

export const listKeys = (): Promise<{ keys: OwnKey[] }> => call('GET', '/web/keys')
export const createKey = (terms: KeyTerms): Promise<{ key: string; record: OwnKey }> => call('POST', '/web/keys', terms)
export const changeKey = (id: string, terms: KeyTerms): Promise<OwnKey> =>
  call('PUT', `/web/keys/${encodeURIComponent(id)}`, terms)
export const revokeKey = (id: string): Promise<void> => call('DELETE', `/web/keys/${encodeURIComponent(id)}`)

export const loadQueueState = (): Promise<AccountQueueState> => call('GET', '/web/queue')

export const loadUsage = (range: DayRange = {}): Promise<UsageReport> => call('GET', `/web/usage${query({ ...range })}`)
export const usageFile = (range: DayRange): string => `/web/usage.csv${query({ ...range })}`
export const listLedger = (before?: string): Promise<{ entries: LedgerEntry[]; next: string | null }> =>
  call('GET', `/web/ledger${query({ limit: '50', before })}`)

export const listResults = (
  limit: number,
  before?: string,
  kind?: ResultKind,
): Promise<{ results: ListedResult[]; next: string | null }> =>
  call('GET', `/web/results${query({ limit: String(limit), before, kind })}`)
export const renameResult = (id: string, name: string): Promise<ListedResult> =>
  call('PATCH', `/web/results/${encodeURIComponent(id)}`, { name })
export const deleteResults = (ids: readonly string[]): Promise<void> => call('POST', '/web/results/delete', { ids })

let catalog: Promise<Catalog> | undefined

/** Loaded once: it does not change while the page is open. */
export function loadCatalog(): Promise<Catalog> {
  catalog ??= call<Catalog>('GET', '/web/catalog')
    .then(inReadersLanguage)
    .catch((error: unknown) => {
      catalog = undefined
      throw error
    })
  return catalog
}

/** Photos of other hosts, which the page itself may not read. */
export const fetchLinkedPhoto = async (url: string): Promise<Blob> =>
  (await send('POST', '/web/linked-photo', JSON.stringify({ url }))).blob()

/** What would be wrong with an ID photo of what the camera sees. */
export async function lookAtFrame(frame: Blob): Promise<FrameLook> {
  const form = new FormData()
  form.set('frame', frame)
  return (await (await send('POST', '/web/face-hints', form)).json()) as FrameLook
}

/** The cut-out itself. */
export async function cutOutAsVisitor(photo: Blob): Promise<Blob> {
  const form = new FormData()
  form.set('image_file', photo)
  return (await send('POST', '/web/cutout', form)).blob()
}

/** For the other files of this folder. */
export async function call<T>(method: Method, path: string, body: object = {}): Promise<T> {
  const text = await (await send(method, path, method === 'GET' ? undefined : JSON.stringify(body))).text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

async function send(method: Method, path: string, body?: string | FormData): Promise<Response> {
  try {
    return await sendOnce(method, path, body)
  } catch (error) {
    // The token belongs to an earlier session, perhaps replaced in another tab: retry once with a fresh one.
    if (!(error instanceof RequestFailed) || error.problem.code !== 'csrf') throw error
    await loadSession()
    return sendOnce(method, path, body)
  }
}

async function sendOnce(method: Method, path: string, body?: string | FormData): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const csrf = session.get()?.csrf
  if (method !== 'GET' && csrf) headers['X-CSRF-Token'] = csrf
  if (typeof body === 'string') headers['Content-Type'] = 'application/json'
  const options = { method, headers, credentials: 'same-origin', cache: 'no-store', ...(body && { body }) } as const
  const reply = await fetch(path, options).catch(() => {
    throw new RequestFailed(unreachable)
  })
  if (reply.ok) return reply
  const { status } = reply
  const problem = problemOf({ status, header: (name) => reply.headers.get(name) }, await reply.text())
  if (status === 401 && problem.code !== 'wrong_credentials') endSession()
  throw new RequestFailed(problem)
}

export function query(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
