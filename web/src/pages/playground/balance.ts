/** Asks for the balance again, after something may have been charged. */
import { loadUsage } from '../../api/web.js'
import { setBalance } from '../../state/session.js'

export async function refreshBalance(): Promise<void> {
  try {
    const { balance, available } = await loadUsage()
    setBalance(balance, available)
  } catch {
    // The balance shown stays as it was; the next page asks again.
  }
}
