/** The button that starts a batch, with its price and how much of it the balance covers. */
import { useState } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { run as runTexts } from '#texts/playground'
import type { Operation } from '../../../code-samples.js'
import { Confirm } from '../../../components/confirm.js'
import { session } from '../../../state/session.js'
import { useStore } from '../../../state/store.js'
import type { Edit } from '../editor/edit.js'
import { pricesFor } from '../run/prices.js'
import { type Batch, type Cost, costOf, paidThatGo } from './batch.js'
import { startBatch } from './run-batch.js'

type Fields = Readonly<Record<string, string>>

interface BatchRunProps {
  readonly batch: Batch
  readonly operation: Operation
  readonly fields: Fields
  readonly edit: Edit
  /** Which format of ID photo, where one is chosen. */
  readonly what: string | undefined
  /** What has to be done first. */
  readonly obstacle: string | undefined
}

export function BatchRun({ batch, operation, fields, edit, what, obstacle }: BatchRunProps) {
  const [asking, setAsking] = useState<Fields>()
  const known = useStore(session)
  const { account, notices } = known ?? {}
  const prices = pricesFor(known)
  const available = account?.available ?? 0
  const { photos, credits, covered } = costOf(batch, operation, fields, available, prices)
  const hint = obstacle ?? (photos === 0 && !batch.running ? texts.nothingLeft : undefined)
  const start = (chosen: Fields): void => startBatch({ operation, fields: chosen, edit })
  // Not disabled while it runs: that would lose the focus.
  const run = (chosen: Fields) =>
    batch.running ? undefined : () => (paidThatGo(batch, operation, chosen) > 0 ? setAsking(chosen) : start(chosen))
  const action = runTexts.start[operation]
  const named = what === undefined ? action : runTexts.startWith(action, what)
  return (
    <div class="run">
      {operation !== 'remove' && (
        <button
          type="button"
          class="button large"
          disabled={obstacle !== undefined}
          aria-disabled={batch.running}
          onClick={run({ ...fields, preview: '1' })}
        >
          {runTexts.preview}
        </button>
      )}
      {photos > 0 && (
        <div class="run-cost">
          <p>
            <span class="visually-hidden">{runTexts.costs}: </span>
            <strong>{credits === 0 ? texts.free(photos) : texts.cost(photos, credits)}</strong>
          </p>
          {/* While it runs, part of the balance is held, so the sums would not add up. */}
          <p class={covered === photos || batch.running ? 'hint' : 'field-error'} id="run-balance">
            {credits > 0 &&
              !batch.running &&
              (covered === photos
                ? `${runTexts.have(available)} ${runTexts.onlyOnSuccess}`
                : `${texts.short(covered, photos, available)} ${notices?.moreCredits ?? ''}`)}
          </p>
        </div>
      )}
      <button
        type="button"
        class="button primary large"
        disabled={hint !== undefined}
        aria-disabled={batch.running}
        aria-describedby="run-balance run-hint"
        onClick={run(fields)}
      >
        {photos === 0 ? named : texts.start(named, photos)}
      </button>
      <p class="hint" id="run-hint">
        {hint}
      </p>
      {asking && (
        <Replace
          paid={paidThatGo(batch, operation, asking)}
          cost={costOf(batch, operation, asking, available, prices)}
          onConfirm={() => start(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

interface ReplaceProps {
  readonly paid: number
  readonly cost: Cost
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Replace({ paid, cost: { photos, credits }, onConfirm, onClose }: ReplaceProps) {
  return (
    <Confirm
      title={texts.again}
      text={texts.againText(paid, photos, credits)}
      yes={texts.againYes(credits)}
      onConfirm={async () => {
        onClose()
        onConfirm()
      }}
      onClose={onClose}
    />
  )
}
