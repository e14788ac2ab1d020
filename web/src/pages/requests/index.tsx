/** The requests made with the account's keys, and their outcome. */
import { useState } from 'preact/hooks'
import { requests as texts } from '#texts/requests'
import { Page } from '../../components/page.js'
import { RequestLog } from './log.js'

const USUAL_DAYS = 30

export function Requests() {
  const [days, setDays] = useState(USUAL_DAYS)
  return (
    <Page title={texts.title} lead={days === 0 ? texts.off : texts.lead(days)}>
      <RequestLog scope="own" onKept={setDays} />
    </Page>
  )
}
