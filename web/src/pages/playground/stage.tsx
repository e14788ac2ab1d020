/** The photo, the progress of a run, and its result. */
import { camera as cameraTexts } from '#texts/camera'
import { photo as photoTexts, run as runTexts } from '#texts/playground'
import type { Catalog } from '../../api/types.js'
import type { Operation } from '../../code-samples.js'
import { FileName } from '../../components/file-name.js'
import { Notice } from '../../components/notice.js'
import { ChooseFiles } from './photo/choose-files.js'
import type { Photo } from './photo/photo.js'
import { type Editing, ResultPanel } from './result/result-panel.js'
import { Failure } from './run/failure.js'
import { isRunning, Progress } from './run/progress.js'
import type { Run, RunResult } from './run/use-run.js'
import './stage.css'

interface StageProps {
  readonly photo: Photo
  readonly result: RunResult | undefined
  /** The options were changed after the result was made. */
  readonly outdated: boolean
  readonly catalog: Catalog
  readonly editing: Editing
  readonly run: Run
  readonly operation: Operation
  readonly onFiles: (files: File[]) => void
  readonly onCamera: (() => void) | undefined
  readonly problem: string | undefined
}

export function Stage(props: StageProps) {
  const { photo, result, outdated, catalog, editing, run, operation, onFiles, onCamera, problem } = props
  const { state } = run
  return (
    <div class="stack tight">
      <div class="stage-head">
        <span class="muted photo-name">
          <FileName name={photo.name} />
        </span>
        {onCamera && (
          <button type="button" class="button small" onClick={onCamera}>
            {cameraTexts.open}
          </button>
        )}
        <ChooseFiles onFiles={onFiles} label={photoTexts.another} several="files" />
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isRunning(state) && <Progress state={state} onCancel={run.cancel} />}
      {state.stage === 'failed' && state.operation === operation && <Failure problem={state.problem} />}
      {state.stage === 'cancelled' && state.operation === operation && (
        <Notice kind="info">{runTexts.cancelled}</Notice>
      )}
      {result && outdated && !isRunning(state) && <Notice kind="warning">{runTexts.outdated}</Notice>}
      {result ? (
        <ResultPanel result={result} catalog={catalog} editing={editing} />
      ) : (
        <PlainPhoto photo={photo} busy={isRunning(state)} />
      )}
    </div>
  )
}

function PlainPhoto({ photo, busy }: { photo: Photo; busy: boolean }) {
  if (!photo.size) return <Notice kind="warning">{photoTexts.cannotShow}</Notice>
  const { width, height } = photo.size
  return (
    <div class="stage-fit">
      <div
        class={busy ? 'plain-photo busy' : 'plain-photo'}
        style={{ '--width': String(width), '--height': String(height) }}
      >
        <img src={photo.url} alt={photoTexts.alt(photo.name)} />
      </div>
    </div>
  )
}
