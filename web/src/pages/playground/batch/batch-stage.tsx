/** Many photos in a grid: the progress of the batch, what stopped it, and everything as one ZIP. */
import { useState } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { Confirm } from '../../../components/confirm.js'
import { Notice } from '../../../components/notice.js'
import type { Edit } from '../editor/edit.js'
import { ChooseFiles } from '../photo/choose-files.js'
import { adviceFor } from '../run/advice.js'
import { type Batch, countOf } from './batch.js'
import { BatchCard } from './batch-card.js'
import { type Added, closeBatch, MOST_PHOTOS } from './batch-store.js'
import { WatchQueue } from './item-progress.js'
import { Retouch } from './retouch.js'
import { ReviewStrip } from './review-strip.js'
import { cancelBatch, continueBatch } from './run-batch.js'
import { ZipButton } from './zip-button.js'
import './batch.css'

interface BatchStageProps {
  readonly batch: Batch
  readonly added: Added | undefined
  readonly edit: Edit
  /** What the codes of warnings mean. */
  readonly meanings: Readonly<Record<string, string>>
  readonly onFiles: (files: File[]) => void
}

export function BatchStage({ batch, added, edit, meanings, onFiles }: BatchStageProps) {
  const [closing, setClosing] = useState(false)
  const [retouched, setRetouched] = useState<string>()
  const { done } = countOf(batch)
  const item = batch.items.find(({ id }) => id === retouched)
  if (item && batch.call) return <Retouch item={item} call={batch.call} onClose={() => setRetouched(undefined)} />
  return (
    <div class="stack tight">
      <div class="stage-head">
        <h2>{texts.photos(batch.items.length)}</h2>
        <div class="buttons">
          <ChooseFiles onFiles={onFiles} label={texts.add} several="files" />
          <ChooseFiles onFiles={onFiles} label={texts.addFolder} several="folder" />
          {!batch.running && (
            <button
              type="button"
              class="button small"
              onClick={() => (done > 0 ? setClosing(true) : void closeBatch())}
            >
              {texts.close}
            </button>
          )}
        </div>
      </div>
      {added && <AddedNotice added={added} />}
      {batch.call && <BatchProgress batch={batch} />}
      {batch.stopped && !batch.running && <Stopped problem={batch.stopped} />}
      <ReviewStrip batch={batch} edit={edit} meanings={meanings} onRetouch={setRetouched} />
      <ZipButton batch={batch} edit={edit} />
      <WatchQueue batch={batch} />
      <ul class="batch-grid" aria-label={texts.list}>
        {batch.items.map((item) => (
          <BatchCard key={item.id} item={item} batch={batch} edit={edit} />
        ))}
      </ul>
      {closing && (
        <Confirm
          title={texts.closeTitle}
          text={texts.closeText(done)}
          yes={texts.closeYes}
          onConfirm={closeBatch}
          onClose={() => setClosing(false)}
        />
      )}
    </div>
  )
}

function AddedNotice({ added: { leftOut, tooMany, unkept } }: { added: Added }) {
  if (leftOut + tooMany === 0 && !unkept) return null
  return (
    <Notice kind="warning">
      {leftOut > 0 && <p>{texts.leftOut(leftOut)}</p>}
      {tooMany > 0 && <p>{texts.tooMany(tooMany, MOST_PHOTOS)}</p>}
      {unkept && <p>{texts.unkept}</p>}
    </Notice>
  )
}

function BatchProgress({ batch }: { batch: Batch }) {
  const { done, failed, all } = countOf(batch)
  const text = texts.progress(done, failed, all)
  return (
    <div class="progress">
      <div class="progress-head">
        <p role="status">{text}</p>
        {batch.running && (
          <button type="button" class="button small" onClick={cancelBatch}>
            {texts.cancel}
          </button>
        )}
      </div>
      <progress value={done + failed} max={all} aria-label={text} />
    </div>
  )
}

function Stopped({ problem }: { problem: NonNullable<Batch['stopped']> }) {
  return (
    <Notice
      kind="danger"
      title={texts.stopped}
      actions={
        <button type="button" class="button small" onClick={continueBatch}>
          {texts.goOn}
        </button>
      }
    >
      {problem.message} {adviceFor(problem)}
    </Notice>
  )
}
