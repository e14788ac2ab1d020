/** Navigation for visitors. */
import { shell } from '#texts/shell'
import type { PageName } from '../paths.js'
import { LanguageSwitch } from './language-switch.js'
import { Wordmark } from './wordmark.js'

export function TopBar({ page, signUp }: { page: PageName; signUp: boolean }) {
  return (
    <header class="top-bar">
      <a href="/" class="brand" aria-label={shell.home}>
        <Wordmark />
      </a>
      <nav aria-label={shell.mainNavigation}>
        <a href="/guide" aria-current={page === 'guide' ? 'page' : undefined}>
          {shell.guide}
        </a>
        <a href="/docs" class="wide-only" aria-current={page === 'reference' ? 'page' : undefined}>
          {shell.reference}
        </a>
        <LanguageSwitch short />
        <a href="/sign-in" aria-current={page === 'sign-in' ? 'page' : undefined}>
          {shell.signIn}
        </a>
        {signUp && (
          <a href="/sign-up" class="button primary small wide-only">
            {shell.signUp}
          </a>
        )}
      </nav>
    </header>
  )
}
