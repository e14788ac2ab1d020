/** What a person should look at in a finished batch, with the reasons in words. What is kept leaves it. */
import { useId } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { FileName } from '../../../components/file-name.js'
import { session } from '../../../state/session.js'
import { useStore } from '../../../state/store.js'
import type { Edit } from '../editor/edit.js'
import { priceOf, pricesFor } from '../run/prices.js'
import { type Batch, type BatchCall, type BatchItem, countOf, nameOf, toReview } from './batch.js'
import { changeItem } from './batch-store.js'
import { ItemPicture } from './item-picture.js'
import { ItemProgress } from './item-progress.js'
import { isDrawnHere } from './result-file.js'
import { redoAtBest } from './run-batch.js'
import './review-strip.css'

interface ReviewStripProps {
  readonly batch: Batch
  readonly edit: Edit
  /** What the codes mean. */
  readonly meanings: Readonly<Record<string, string>>
  readonly onRetouch: (id: string) => void
}

export function ReviewStrip({ batch, edit, meanings, onRetouch }: ReviewStripProps) {
  const title = useId()
  const items = toReview(batch)
  const { call } = batch
  if (!call || items.length === 0) return null
  return (
    <section class="review" aria-labelledby={title}>
      <div class="stage-head">
        <h3 id={title}>{texts.review(items.length)}</h3>
        {items.length > 1 && (
          <button type="button" class="button small" onClick={() => keep(items)}>
            {texts.keepAll}
          </button>
        )}
      </div>
      {items.length < countOf(batch).done && <p class="hint">{texts.reviewHint}</p>}
      <ul class="review-list">
        {items.map((item) => (
          <li key={item.id} class="review-card">
            <div class="batch-picture">
              <ItemPicture item={item} call={call} edit={edit} />
            </div>
            <div class="review-words">
              <p class="batch-name">
                <FileName name={nameOf(item)} title={item.path} />
              </p>
              <ul aria-label={texts.reasons}>
                {item.faults?.map((code) => (
                  <li key={code}>{meanings[code] ?? code}</li>
                ))}
              </ul>
              {item.problem && <p class="field-error">{item.problem.message}</p>}
            </div>
            <Actions item={item} call={call} onRetouch={() => onRetouch(item.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function keep(items: readonly BatchItem[]): void {
  for (const { id } of items) changeItem(id, { kept: true })
}

interface ActionsProps {
  readonly item: BatchItem
  readonly call: BatchCall
  readonly onRetouch: () => void
}

function Actions({ item, call, onRetouch }: ActionsProps) {
  const prices = pricesFor(useStore(session))
  const { id, stage, detail } = item
  if (stage !== 'done') {
    return (
      <div class="review-actions">
        <ItemProgress item={item} name={nameOf(item)} />
      </div>
    )
  }
  const { operation, fields } = call
  const again = priceOf(prices, operation, fields)
  const action = (label: string, onClick: (button: HTMLElement) => void) => (
    <button
      type="button"
      class="button small"
      aria-label={texts.actionOf(label, nameOf(item))}
      onClick={(event) => onClick(event.currentTarget)}
    >
      {label}
    </button>
  )
  return (
    <div class="review-actions">
      {action(texts.keep, (button) => {
        focusNext(button)
        keep([item])
      })}
      {!detail && action(texts.best(again), () => redoAtBest(id))}
      {operation === 'remove' &&
        fields.size === 'full' &&
        action(texts.retouch(isDrawnHere(call) ? 0 : again), onRetouch)}
    </div>
  )
}

/** The card is about to leave, and its button with it. */
function focusNext(button: HTMLElement): void {
  const card = button.closest('.review-card')
  const next = card?.nextElementSibling ?? card?.previousElementSibling
  next?.querySelector('button')?.focus()
}
