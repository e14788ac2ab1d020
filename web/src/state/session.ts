/** Who is signed in. */
import type { OwnAccount, SessionState } from '../api/types.js'
import { createStore } from './store.js'

/** Undefined until the server has answered. */
export const session = createStore<SessionState | undefined>(undefined)

/** True after a session ended on its own, until the next sign-in: the sign-in page says so. */
export const sessionEnded = createStore(false)

const whenSignedOut = new Set<() => void>()

/** For what must not outlive the session, such as the playground's key. */
export function onSignedOut(forget: () => void): void {
  whenSignedOut.add(forget)
}

export function setSession(next: SessionState): SessionState {
  if (next.account) sessionEnded.set(false)
  else endSession()
  session.set(next)
  return next
}

/** The server no longer knows the session. */
export function endSession(): void {
  if (session.get()?.account) sessionEnded.set(true)
  forgetAccount()
}

export function forgetAccount(): void {
  const current = session.get()
  if (current) session.set({ ...current, account: null })
  for (const forget of whenSignedOut) forget()
}

export function setBalance({
  balance,
  available,
  unlimited,
}: Pick<OwnAccount, 'balance' | 'available' | 'unlimited'>): void {
  const current = session.get()
  if (current?.account) session.set({ ...current, account: { ...current.account, balance, available, unlimited } })
}
