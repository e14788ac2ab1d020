/** For operators: numbers that refresh themselves, and the accounts. */
import { useState } from 'preact/hooks'
import { operator as texts } from '#texts/operator'
import type { OperatorAccount } from '../../api/types.js'
import { Page } from '../../components/page.js'
import { AccountDialog } from './account-dialog.js'
import { AccountTable } from './account-table.js'
import { Overview } from './overview.js'
import './operator.css'

export function Operator() {
  const [managed, setManaged] = useState<OperatorAccount>()
  const [changes, setChanges] = useState(0)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Overview />
      <AccountTable key={changes} onManage={setManaged} />
      {managed && (
        <AccountDialog
          account={managed}
          onClose={(changed) => {
            setManaged(undefined)
            if (changed) setChanges((count) => count + 1)
          }}
        />
      )}
    </Page>
  )
}
