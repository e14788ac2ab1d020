/** The current photo and its results, as they are kept in the browser. */
import { discard, keep, recall, recallAll } from '../../state/kept-work.js'
import type { Stroke } from './editor/edit.js'
import { openPhoto, type Photo, sizeOf } from './photo/photo.js'
import { slotOf } from './result/results.js'
import type { RunResult } from './run/use-run.js'

export interface Desk {
  readonly photo: Photo | undefined
  /** In the order in which they were made. */
  readonly results: readonly RunResult[]
  /** Of the brush, on the cut-out. */
  readonly strokes: readonly Stroke[]
}

type KeptPhoto = Pick<Photo, 'file' | 'name'>
type KeptResult = Omit<RunResult, 'photo' | 'objectUrl' | 'size'>

export async function recallDesk(): Promise<Desk> {
  const kept = await recall<KeptPhoto>('desk', 'photo')
  if (!kept) return { photo: undefined, results: [], strokes: [] }
  const photo = await openPhoto(kept.file, kept.name)
  const made = await recallAll<KeptResult>('desk-result')
  const results = await Promise.all(made.toSorted(byTime).map((each) => resultOf(each, photo)))
  const strokes = (await recall<readonly Stroke[]>('desk', 'strokes')) ?? []
  return { photo, results, strokes }
}

const byTime = (a: KeptResult, b: KeptResult): number => a.madeAt - b.madeAt

async function resultOf(kept: KeptResult, photo: Photo): Promise<RunResult> {
  const objectUrl = URL.createObjectURL(kept.blob)
  return { ...kept, photo, objectUrl, size: await sizeOf(objectUrl) }
}

/** A new photo replaces the last one and its results. */
export async function keepPhoto({ file, name }: Photo): Promise<void> {
  await Promise.all([discard('desk'), discard('desk-result')])
  await keep('desk', 'photo', { file, name } satisfies KeptPhoto)
}

export async function keepResult({ photo: _, objectUrl: __, size: ___, ...rest }: RunResult): Promise<void> {
  await keep('desk-result', slotOf(rest), rest satisfies KeptResult)
}

export const keepStrokes = (strokes: readonly Stroke[]): Promise<boolean> => keep('desk', 'strokes', strokes)
