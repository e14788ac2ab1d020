/** The progress of one photo of a batch, in words and as a bar; the queue is polled once for all of them. */
import { useEffect } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { formatSpan } from '../../../format/times.js'
import { useNow } from '../../../hooks/use-now.js'
import { useQueueState } from '../../../hooks/use-queue-state.js'
import { useStore } from '../../../state/store.js'
import type { Batch, BatchItem } from './batch.js'
import { type Progress, shareOf } from './progress.js'
import { noteQueueState, progress } from './progress-store.js'

export function ItemProgress({ item: { id, stage }, name }: { item: BatchItem; name: string }) {
  const now = useNow()
  const known = useStore(progress).get(id) ?? { sent: 0 }
  const share = shareOf(known, now)
  return (
    <>
      <p class="batch-stage">
        {stage === 'working' && known.queue
          ? inQueue(known.queue)
          : texts.under(texts.stages[stage], Math.floor(share * 100))}
      </p>
      <progress class="batch-bar" value={share} max={1} aria-label={texts.progressOf(name)} />
    </>
  )
}

function inQueue({ ahead, leftMs }: NonNullable<Progress['queue']>): string {
  if (ahead === undefined || leftMs === undefined) return texts.queued
  return texts.place(ahead, formatSpan(Math.max(1000, leftMs)))
}

/** Renders nothing itself, so that only the cards in progress are redrawn when the queue moves. */
export function WatchQueue({ batch: { items, call } }: { batch: Batch }) {
  const queueState = useQueueState(items.some(({ stage }) => stage === 'working'))
  useEffect(() => {
    if (queueState && call) noteQueueState(queueState, call.operation)
  }, [queueState, call])
  return null
}
