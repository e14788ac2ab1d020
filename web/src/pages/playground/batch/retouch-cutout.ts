/** The cut-out that is retouched, and what becomes of it. */
import { refreshBalance } from '../../../state/balance.js'
import { makeFile } from '../editor/draw.js'
import { defaultEdit, type Stroke } from '../editor/edit.js'
import { callWithKey, fetchResult } from '../run/call-api.js'
import type { BatchCall, BatchItem } from './batch.js'
import { changeItem } from './batch-store.js'
import { addCutout, addResult, filesOf } from './item-files.js'
import { isDrawnHere } from './result-file.js'

/** Of a finished picture only the server has it: that is another request. */
export async function cutoutOf(call: BatchCall, { id, detail }: BatchItem): Promise<Blob> {
  const { photo, result, cutout } = filesOf(id) ?? {}
  if (cutout) return cutout
  if (!photo || !result) throw new Error('There is no result')
  if (isDrawnHere(call)) return result
  const { signal } = new AbortController()
  const fields = { size: 'full', ...(detail && { detail }) }
  const { url } = await callWithKey({ operation: 'remove', fields, photo, signal, onSent: () => {} })
  const made = await fetchResult(url, signal)
  addCutout(id, made)
  void refreshBalance()
  return made
}

/** Retouched is looked at. */
export async function keepRetouched(
  call: BatchCall,
  { id }: BatchItem,
  cutout: Blob,
  strokes: readonly Stroke[],
): Promise<void> {
  const { photo } = filesOf(id) ?? {}
  if (!photo) return
  const { edit } = call
  // The photo's own shadow is the server's to find: one at the ground takes its place, as it does there.
  const finished = edit.shadow === 'natural' ? { ...edit, shadow: 'contact' as const } : edit
  const file = await makeFile({
    name: id,
    photo,
    cutout,
    edit: isDrawnHere(call) ? defaultEdit : finished,
    strokes,
    compare: false,
    maxSide: Number.POSITIVE_INFINITY,
  })
  await addResult(id, file)
  changeItem(id, { kept: true })
}
