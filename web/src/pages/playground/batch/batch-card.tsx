/** One photo of a batch: the photo, then its result; its progress, what went wrong, and what can be done. */
import { batch as texts } from '#texts/batch'
import { FileName } from '../../../components/file-name.js'
import { Icon } from '../../../components/icon.js'
import { saveFile } from '../../../files/save-file.js'
import type { Edit } from '../editor/edit.js'
import { adviceFor } from '../run/advice.js'
import { type Batch, type BatchItem, isUnderWay, nameOf } from './batch.js'
import { removeItem } from './batch-store.js'
import { ItemPicture } from './item-picture.js'
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
  const name = nameOf(item)
  const save = async (): Promise<void> => {
    if (!call) return
    const fileName = resultName(call, item, edit).split('/').at(-1)!
    saveFile(await resultFile(call, item, edit), fileName)
  }
  return (
    <li class={`batch-card ${stage}`}>
      <div class="batch-picture">
        <ItemPicture item={item} call={call} edit={edit} />
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
