/** For URLs without a page. */
import { shell } from '#texts/shell'
import { Page } from '../components/page.js'

export function NotFound() {
  return (
    <Page title={shell.notFound.title} lead={shell.notFound.text} narrow>
      <a class="button" href="/">
        {shell.notFound.home}
      </a>
    </Page>
  )
}
