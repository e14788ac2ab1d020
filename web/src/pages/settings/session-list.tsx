/** Where the account is signed in; each session can be ended, or all of them. */
import { useState } from 'preact/hooks'
import { settings } from '#texts/account'
import { sessions as texts } from '#texts/security'
import type { SignedIn } from '../../api/types.js'
import { endOtherSessions, endSessionOf, listSessions, signOutEverywhere } from '../../api/web.js'
import { Ago } from '../../components/ago.js'
import { Confirm } from '../../components/confirm.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { formatDateTime } from '../../format/times.js'
import { useAction } from '../../hooks/use-action.js'
import { useData } from '../../hooks/use-data.js'
import { toast } from '../../state/toasts.js'
import { leaveWith } from './leave.js'

export function SessionList() {
  const { data, problem, reload, update } = useData(listSessions)
  const [leaving, setLeaving] = useState(false)
  const keep = (isKept: (session: SignedIn) => boolean): void =>
    update(({ sessions }) => ({ sessions: sessions.filter(isKept) }))
  const ending = useAction(async (id: string) => {
    await endSessionOf(id)
    keep((session) => session.id !== id)
    toast(texts.ended)
  })
  const endingOthers = useAction(async () => {
    await endOtherSessions()
    keep(({ current }) => current)
    toast(texts.othersEnded)
  })
  const leave = async (): Promise<void> => {
    await signOutEverywhere()
    leaveWith(settings.everywhereDone)
  }
  const failed = ending.problem ?? endingOthers.problem
  return (
    <>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={2} />}
      <ul class="session-list">
        {data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => ending.run(session.id)} />
        ))}
      </ul>
      {failed && <ProblemNotice problem={failed} />}
      <div class="buttons">
        {data && data.sessions.length > 1 && (
          <button type="button" class="button" onClick={() => endingOthers.run()}>
            {texts.endOthers}
          </button>
        )}
        <button type="button" class="button" onClick={() => setLeaving(true)}>
          {settings.everywhere}
        </button>
      </div>
      {leaving && (
        <Confirm
          title={settings.everywhereTitle}
          text={settings.everywhereText}
          yes={settings.everywhere}
          onConfirm={leave}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  )
}

function SessionRow({ session, onEnd }: { session: SignedIn; onEnd: () => void }) {
  const what = texts.runsIn(session.browser, session.system)
  return (
    <li>
      <div>
        <p>
          {what} {session.current && <span class="tag">{texts.current}</span>}
        </p>
        <p class="muted">
          {texts.since(formatDateTime(session.createdAt))}, {texts.seen} <Ago at={session.lastSeenAt} />
        </p>
      </div>
      {!session.current && (
        <button type="button" class="button small quiet-danger" aria-label={texts.endNamed(what)} onClick={onEnd}>
          {texts.end}
        </button>
      )}
    </li>
  )
}
