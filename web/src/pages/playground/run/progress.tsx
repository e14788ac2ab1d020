/** Progress of a run: measured while uploading, then the place in the queue, then the elapsed time next to the typical one. */
import { run as texts } from '#texts/playground'
import { formatSpan } from '../../../format/times.js'
import { useNow } from '../../../hooks/use-now.js'
import { useQueueState } from '../../../hooks/use-queue-state.js'
import { typicalMs } from './typical-time.js'
import type { RunState } from './use-run.js'
import './progress.css'

type Running = Extract<RunState, { stage: 'uploading' | 'working' | 'fetching' }>

export const isRunning = (state: RunState): state is Running =>
  state.stage === 'uploading' || state.stage === 'working' || state.stage === 'fetching'

export function Progress({ state, onCancel }: { state: Running; onCancel: () => void }) {
  const queueState = useQueueState(state.stage === 'working')
  const next = queueState?.running === 0 ? queueState.next : undefined
  return (
    <div class="progress">
      <div class="progress-head">
        <p role="status">{next ? texts.queued(next.ahead) : texts[state.stage]}</p>
        <p class="muted" aria-hidden="true">
          {state.stage === 'uploading' && `${Math.round(state.share * 100)} %`}
          {next && texts.left(formatSpan(Math.max(1000, next.waitMs + next.workMs)))}
          {state.stage !== 'uploading' && !next && <Elapsed state={state} />}
        </p>
        <button type="button" class="button small" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
      {state.stage === 'uploading' ? (
        <progress value={state.share} max={1} aria-label={texts.uploading} />
      ) : (
        <div class="endless" aria-hidden="true" />
      )}
    </div>
  )
}

function Elapsed({ state }: { state: Exclude<Running, { stage: 'uploading' }> }) {
  const now = useNow()
  const typical = typicalMs(state.operation)
  const usual = typical === undefined ? undefined : formatSpan(Math.max(1000, typical))
  return <>{texts.elapsed(formatSpan(now - state.since), usual)}</>
}
