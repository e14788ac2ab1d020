/** The frame around every page: navigation and toasts. */
import type { ComponentChildren } from 'preact'
import { common } from '#texts/common'
import type { PageName } from '../paths.js'
import { session } from '../state/session.js'
import { useStore } from '../state/store.js'
import { Foot } from './foot.js'
import { Sidebar } from './sidebar.js'
import { Toaster } from './toaster.js'
import { TopBar } from './top-bar.js'

export function Shell({ page, children }: { page: PageName; children: ComponentChildren }) {
  const known = useStore(session)
  const account = known?.account
  return (
    <div class={account ? 'shell member' : 'shell visitor'}>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      {account && <Sidebar page={page} account={account} />}
      {known && !account && <TopBar page={page} signUp={known.signup === 'open'} />}
      <div class="shell-body">
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {known && <Foot legal={known.legal} />}
      </div>
      <Toaster />
    </div>
  )
}
