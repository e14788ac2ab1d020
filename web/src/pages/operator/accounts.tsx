/** The list of accounts, and the dialogs to manage or create one. */
import { useState } from 'preact/hooks'
import type { AccountSummary } from '../../api/types.js'
import { AccountDialog } from './account-dialog.js'
import { AccountTable } from './account-table.js'
import { CreateAccount } from './create-account.js'

export function Accounts() {
  const [managed, setManaged] = useState<AccountSummary>()
  const [creating, setCreating] = useState(false)
  const [changes, setChanges] = useState(0)
  const refresh = (changed: boolean): void => {
    if (changed) setChanges((count) => count + 1)
  }
  return (
    <>
      <AccountTable key={changes} onManage={setManaged} onCreate={() => setCreating(true)} />
      {managed && (
        <AccountDialog
          account={managed}
          onClose={(changed) => {
            setManaged(undefined)
            refresh(changed)
          }}
        />
      )}
      {creating && (
        <CreateAccount
          onClose={(made) => {
            setCreating(false)
            refresh(made)
          }}
        />
      )}
    </>
  )
}
