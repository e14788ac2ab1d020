/** For URLs without a page. */
import { shell } from '#texts/shell'
import { Page } from '../components/page.js'

export function NotFound() {
  return (
    <Page title={shell.notFound.title} lead={shell.notFound.text} narrow>
      <div class="buttons">
        <a class="button primary" href="/">
          {shell.notFound.home}
        </a>
        <a class="button" href="/guide">
          {shell.guide}
        </a>
        <a class="button" href="/docs">
          {shell.reference}
        </a>
      </div>
    </Page>
  )
}
