/** One job: how far it is, its images when asked for, and the button that cancels it. */
import { useState } from 'preact/hooks'
import { operations } from '#texts/common'
import { jobs as texts } from '#texts/jobs'
import { cancelJob } from '../../api/jobs.js'
import type { OwnJob } from '../../api/types.js'
import { Ago } from '../../components/ago.js'
import { Confirm } from '../../components/confirm.js'
import { formatNumber } from '../../format/numbers.js'
import { formatDateTime } from '../../format/times.js'
import { toast } from '../../state/toasts.js'
import { JobItems } from './job-items.js'

const TAGS = { waiting: 'tag warning', running: 'tag warning', finished: 'tag', cancelled: 'tag danger' }

/** A job of which nothing came is no success, although it has been finished. */
const tagOf = ({ state, counts }: OwnJob): string =>
  state === 'finished' && counts.finished === 0 ? 'tag danger' : TAGS[state]

interface JobCardProps {
  readonly job: OwnJob
  readonly onChanged: (job: OwnJob) => void
}

export function JobCard({ job, onChanged }: JobCardProps) {
  const { id, operation, state, total, counts, finishedAt, expectedEnd } = job
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <section class="card record-card" aria-labelledby={id}>
      <div>
        <h2 id={id}>
          {operations[operation] ?? operation} <code class="muted">{id}</code>
        </h2>
        <p class="muted record-facts">
          <span class={tagOf(job)}>{texts.states[state]}</span>
          <span>{texts.progress(formatNumber(counts.finished), formatNumber(total))}</span>
          {counts.failed > 0 && <span>{texts.failed(formatNumber(counts.failed))}</span>}
          {counts.cancelled > 0 && <span>{texts.cancelled(formatNumber(counts.cancelled))}</span>}
          <span>
            {texts.made} <Ago at={job.createdAt} />
          </span>
          {expectedEnd !== null && <span>{texts.expected(formatDateTime(expectedEnd))}</span>}
          {finishedAt !== null && <span>{texts.ended(formatDateTime(finishedAt))}</span>}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div class="buttons" role="group" aria-label={texts.actionsFor(id)}>
        <button type="button" class="button small" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? texts.hide : texts.show}
        </button>
        {counts.waiting > 0 && (
          <button type="button" class="button small quiet-danger" onClick={() => setAsking(true)}>
            {texts.cancel}
          </button>
        )}
      </div>
      {shown && <JobItems job={job} onChanged={onChanged} />}
      {asking && (
        <Confirm
          title={texts.cancelTitle}
          text={texts.cancelText}
          yes={texts.cancelYes}
          onConfirm={async () => {
            onChanged(await cancelJob(id))
            toast(texts.cancelDone)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
