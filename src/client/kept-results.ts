/** The results that the account keeps: `silhouette.results`. */
import type { components, operations } from './api-types.js'
import type { Ask, CallOptions } from './transport.js'

type Schemas = components['schemas']

export type KeptResult = Schemas['KeptResult']
export type KeptResultPage = Schemas['KeptResults']
/** Which results, and how many on a page. */
export type ResultFilter = NonNullable<operations['listResults']['parameters']['query']>

export class KeptResults {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** All of them, newest first; pages are asked for as they are needed. */
  async *list(filter: ResultFilter = {}, options?: CallOptions): AsyncGenerator<KeptResult, void, undefined> {
    for (let before: string | null | undefined = filter.before; before !== null; ) {
      const page: KeptResultPage = await this.page({ ...filter, ...(before && { before }) }, options)
      yield* page.results
      before = page.next
    }
  }

  /** One page; its `next` is the `before` of the next one. */
  page(filter: ResultFilter = {}, options?: CallOptions): Promise<KeptResultPage> {
    return this.#ask('GET', `/v1/results${queryOf(filter)}`, options)
  }

  get(id: string, options?: CallOptions): Promise<KeptResult> {
    return this.#ask('GET', pathOf(id), options)
  }

  /** Rejects with `not_found` if there is none, also if an earlier try deleted it and its answer was lost. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#ask('DELETE', pathOf(id), options)
  }

  /** Every result of the account, whichever key made it. Returns how many there were. */
  async deleteAll(options?: CallOptions): Promise<number> {
    let count = 0
    for (let before: string | undefined; ; ) {
      const query = queryOf({ confirm: 'all', before })
      const { deleted, next }: Schemas['Deletion'] = await this.#ask('DELETE', `/v1/results${query}`, options)
      count += deleted
      if (next === null) return count
      before = next
    }
  }
}

const pathOf = (id: string): string => `/v1/results/${encodeURIComponent(id)}`

/** With its question mark; empty without any value. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? '' : `?${given}`
}
