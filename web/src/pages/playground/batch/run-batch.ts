/** Works through a batch, a few photos at a time. Waits out rate limits and overload; nothing is charged twice. */
import { batch as texts } from '#texts/batch'
import { toProblem } from '../../../api/problem.js'
import type { ImageAnswer } from '../../../api/v1.js'
import { pausePictures } from '../../../components/picture-queue.js'
import { refreshBalance } from '../../../state/balance.js'
import { keepResultName } from '../../../state/result-names.js'
import { onSignedOut } from '../../../state/session.js'
import { fileNameOf } from '../result/file-names.js'
import { callWithKey, fetchResult } from '../run/call-api.js'
import { type BatchCall, type BatchItem, concernsAll, interrupted, started } from './batch.js'
import { batch, changeBatch, changeItem } from './batch-store.js'
import { addResult, filesOf } from './item-files.js'
import { forgetProgress, noteDone, noteSent } from './progress-store.js'

/** More would only fill the server's queue, which other accounts share. */
const AT_A_TIME = 2
const RETRIES = 10

let running: AbortController | undefined

export function startBatch(call: BatchCall): void {
  changeBatch((known) => started(known, call, () => crypto.randomUUID()))
  continueBatch()
}

/** Also after a reload: with the same keys, so that nothing is charged again. */
export function continueBatch(): void {
  if (running || !batch.get()?.call) return
  const mine = new AbortController()
  running = mine
  changeBatch((known) => ({ ...known, running: true, stopped: undefined }))
  void work(mine)
}

export function cancelBatch(): void {
  running?.abort()
}

/** Failed photos only. */
export function retryItem(id: string): void {
  changeItem(id, { stage: 'waiting', problem: undefined })
  continueBatch()
}

/** A new request, and charged as one; until it is made, the last result stays. */
export function redoAtBest(id: string): void {
  changeItem(id, { stage: 'waiting', problem: undefined, detail: 'best', idempotencyKey: crypto.randomUUID() })
  continueBatch()
}

async function work(mine: AbortController): Promise<void> {
  pausePictures(true)
  await Promise.all(Array.from({ length: AT_A_TIME }, () => workThrough(mine)))
  if (running === mine) running = undefined
  pausePictures(false)
  changeBatch((known) => ({ ...interrupted(known), running: false }))
  // A photo may have been added or retried while the last ones finished.
  if (mayGoOn(mine) && nextItem()) continueBatch()
}

async function workThrough(mine: AbortController): Promise<void> {
  for (let item = nextItem(); item && mayGoOn(mine); item = nextItem()) await make(item, mine)
}

/** Photos in progress when a batch stops are finished: they may be the last that the credits cover. */
const mayGoOn = ({ signal }: AbortController): boolean => !signal.aborted && batch.get()?.stopped === undefined

const nextItem = (): BatchItem | undefined => batch.get()?.items.find(({ stage }) => stage === 'waiting')

async function make({ id, path, idempotencyKey, detail }: BatchItem, { signal }: AbortController): Promise<void> {
  const call = batch.get()?.call
  const photo = filesOf(id)?.photo
  if (!call || !photo) return changeItem(id, { stage: 'failed', problem: { code: '', message: texts.gone } })
  const enter = (stage: BatchItem['stage']): void => {
    if (batch.get()?.items.find((item) => item.id === id)?.stage !== stage) changeItem(id, { stage })
  }
  enter('uploading')
  try {
    const answer = await callWithKey({
      operation: call.operation,
      fields: { ...call.fields, ...(detail && { detail }) },
      photo,
      idempotencyKey,
      retries: RETRIES,
      signal,
      onSent: (share) => {
        noteSent(id, share)
        enter(share < 1 ? 'uploading' : 'working')
      },
      onWait: () => {
        noteSent(id, 0)
        enter('paused')
      },
    })
    noteDone(id, call.operation)
    const result = await fetchResult(answer.url, signal)
    await addResult(id, result)
    void keepResultName(answer.url, fileNameOf({ ...call, photoName: path, type: result.type }))
    changeItem(id, { stage: 'done', problem: undefined, faults: faultsOf(answer, call) })
  } catch (error) {
    if (signal.aborted) return
    const problem = toProblem(error)
    if (concernsAll(problem)) {
      changeItem(id, { stage: 'waiting' })
      changeBatch((known) => ({ ...known, stopped: problem }))
    } else
      changeItem(id, {
        stage: detail && filesOf(id)?.result ? 'done' : 'failed',
        problem: { code: problem.code, message: problem.message, said: problem.said },
      })
  } finally {
    forgetProgress(id)
    void refreshBalance()
  }
}

/** That a preview is too small for its preset says nothing about the picture. */
const faultsOf = ({ faults }: ImageAnswer, { fields }: BatchCall): readonly string[] =>
  fields.size === 'preview' ? faults.filter((code) => code !== 'size_outside_rule') : faults

onSignedOut(cancelBatch)
