/** Leaves the account after its sessions have ended. */
import { loadSession } from '../../api/web.js'
import { navigate } from '../../router.js'
import { forgetAccount } from '../../state/session.js'
import { toast } from '../../state/toasts.js'

export function leaveWith(message: string): void {
  forgetAccount()
  navigate('/')
  toast(message)
  void loadSession()
}
