/** The photo at hand and its results, as they are kept in the browser. */
import type { Operation } from '../../code-samples.js'
import { discard, keep, recall } from '../../state/kept-work.js'
import type { Stroke } from './editor/edit.js'
import { operations } from './operations.js'
import { openPhoto, type Photo, sizeOf } from './photo.js'
import type { RunResult } from './use-run.js'

export type Results = Partial<Record<Operation, RunResult>>

export interface Desk {
  readonly photo: Photo | undefined
  readonly results: Results
  /** Of the brush, on the cut-out. */
  readonly strokes: readonly Stroke[]
}

type KeptPhoto = Pick<Photo, 'file' | 'name'>
type KeptResult = Omit<RunResult, 'photo' | 'objectUrl' | 'size'>

export async function recallDesk(): Promise<Desk> {
  const kept = await recall<KeptPhoto>('desk', 'photo')
  if (!kept) return { photo: undefined, results: {}, strokes: [] }
  const photo = await openPhoto(kept.file, kept.name)
  const results = await Promise.all(operations.map((operation) => recallResult(operation, photo)))
  const strokes = (await recall<readonly Stroke[]>('desk', 'strokes')) ?? []
  return { photo, results: Object.fromEntries(results.filter((each) => each !== undefined)), strokes }
}

async function recallResult(operation: Operation, photo: Photo): Promise<[Operation, RunResult] | undefined> {
  const kept = await recall<KeptResult>('desk', operation)
  if (!kept) return undefined
  const objectUrl = URL.createObjectURL(kept.blob)
  return [operation, { ...kept, photo, objectUrl, size: await sizeOf(objectUrl) }]
}

/** Another photo takes the place of the last one and its results. */
export async function keepPhoto({ file, name }: Photo): Promise<void> {
  await discard('desk')
  await keep('desk', 'photo', { file, name } satisfies KeptPhoto)
}

export async function keepResult({ photo: _, objectUrl: __, size: ___, ...rest }: RunResult): Promise<void> {
  await keep('desk', rest.operation, rest satisfies KeptResult)
}

export const keepStrokes = (strokes: readonly Stroke[]): Promise<boolean> => keep('desk', 'strokes', strokes)
