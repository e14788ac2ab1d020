/** One photo of a batch: the photo, then its result; its progress, what went wrong, and what can be done. */
import { useState } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { FileName } from '../../../components/file-name.js'
import { Icon } from '../../../components/icon.js'
import { saveFile } from '../../../files/save-file.js'
import { Bitmap } from '../editor/bitmap.js'
import type { Edit } from '../editor/edit.js'
import { useDrawing } from '../editor/use-drawing.js'
import { adviceFor } from '../run/advice.js'
import { type Batch, type BatchItem, isUnderWay } from './batch.js'
import { removeItem } from './batch-store.js'
import { filesOf } from './item-files.js'
import { ItemProgress } from './item-progress.js'
import { resultFile, resultName } from './result-file.js'
import { retryItem } from './run-batch.js'

interface BatchCardProps {
  readonly item: BatchItem
  readonly batch: Batch
  readonly edit: Edit
}

export function BatchCard({ item, batch: { call, running }, edit }: BatchCardProps) {
  const { stage, path, problem } = item
  const name = path.split('/').at(-1) ?? path
  const save = async (): Promise<void> => {
    if (!call) return
    const fileName = resultName(call, item, edit).split('/').at(-1)!
    saveFile(await resultFile(call, item, edit), fileName)
  }
  return (
    <li class={`batch-card ${stage}`}>
      <div class="batch-picture">
        <Picture item={item} operation={call?.operation} edit={edit} name={name} />
      </div>
      <p class="batch-name">
        <FileName name={name} title={path} />
      </p>
      {isUnderWay(item) ? (
        <ItemProgress item={item} name={name} />
      ) : (
        <p class="batch-stage">
          {stage === 'done' && item.faults?.length ? texts.faults(item.faults.length) : texts.stages[stage]}
        </p>
      )}
      {problem && (
        <div class="batch-problem">
          <p>{problem.message}</p>
          <p>{adviceFor(problem)}</p>
        </div>
      )}
      <div class="batch-actions">
        {stage === 'done' && <Action icon="download" label={texts.download(name)} onClick={() => void save()} />}
        {stage === 'failed' && <Action icon="retry" label={texts.retry(name)} onClick={() => retryItem(item.id)} />}
        {!running && <Action icon="trash" label={texts.remove(name)} onClick={() => void removeItem(item.id)} />}
      </div>
    </li>
  )
}

interface ActionProps {
  readonly icon: 'download' | 'retry' | 'trash'
  readonly label: string
  readonly onClick: () => void
}

const Action = ({ icon, label, onClick }: ActionProps) => (
  <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
)

interface PictureProps {
  readonly item: BatchItem
  readonly operation: string | undefined
  readonly edit: Edit
  readonly name: string
}

function Picture({ item, operation, edit, name }: PictureProps) {
  const files = filesOf(item.id)
  if (!files) return <Icon name="image" />
  const { photo, photoUrl, result, resultUrl } = files
  if (item.stage !== 'done' || !result) return <Plain url={photoUrl} alt={texts.photoAlt(name)} />
  if (operation !== 'remove') return <Plain url={resultUrl ?? ''} alt={texts.resultAlt(name)} />
  return <Edited id={resultUrl ?? item.id} photo={photo} cutout={result} edit={edit} alt={texts.resultAlt(name)} />
}

/** The browser may be unable to show what the server can read. */
function Plain({ url, alt }: { url: string; alt: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Icon name="image" />
  return <img src={url} alt={alt} loading="lazy" onError={() => setBroken(true)} />
}

const SIDE = 360

interface EditedProps {
  readonly id: string
  readonly photo: Blob
  readonly cutout: Blob
  readonly edit: Edit
  readonly alt: string
}

const noStrokes: readonly [] = []

function Edited({ id, photo, cutout, edit, alt }: EditedProps) {
  const { drawing } = useDrawing({ name: id, photo, cutout, edit, strokes: noStrokes, compare: false, maxSide: SIDE })
  return drawing ? <Bitmap picture={drawing.after} alt={alt} look="checker" /> : null
}
