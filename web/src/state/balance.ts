/** Asks for the balance again, after something may have been charged. */
import { loadUsage } from '../api/web.js'
import { session, setBalance } from './session.js'

export async function refreshBalance(): Promise<void> {
  if (!session.get()?.account) return
  try {
    setBalance(await loadUsage())
  } catch {
    // The balance shown stays as it was; the next page asks again.
  }
}
