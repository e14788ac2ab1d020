/**
 * What results are called after the photos they were made of. Only this browser knows those names, as the server never
 * reads them; so they are kept here, as long as the results are.
 */
import { loadCatalog } from '../api/web.js'
import { discard, keep, recallAll } from './kept-work.js'

interface ResultName {
  readonly id: string
  readonly name: string
}

/** `class/holiday-cutout.png` → `holiday-cutout` */
export async function keepResultName(url: string, fileName: string): Promise<void> {
  const id = stemOf(new URL(url, location.href).pathname)
  const { limits } = await loadCatalog()
  await keep('result-name', id, { id, name: stemOf(fileName) } satisfies ResultName, limits.resultTtlMs)
}

/** By the ids of the results. */
export async function recallResultNames(): Promise<ReadonlyMap<string, string>> {
  const known = await recallAll<ResultName>('result-name')
  return new Map(known.map(({ id, name }) => [id, name]))
}

export async function forgetResultNames(ids: Iterable<string>): Promise<void> {
  await Promise.all([...ids].map((id) => discard('result-name', id)))
}

const stemOf = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.[^.]*$/, '')
