/** What is made from every photo of a batch. */
import type { Order } from '../../imaging/job.js'
import type { AskServer } from './by-server.js'
import type { Files, Naming } from './item.js'
import type { Made } from './producer.js'

export interface Task extends Naming {
  readonly job: Order
  /** The same, by a server. */
  readonly ask: AskServer
  /** What is printed about a result, before and after its size. */
  describe?(outcome: Made): readonly [before: string, after?: string | undefined]
  /** Possible problems with a result: reported at once, but not failures. */
  warnings?(outcome: Made): readonly string[]
  /** What codes of warnings mean. Photos that have any are listed at the end of a batch. */
  readonly meanings?: Readonly<Record<string, string>>
}

export type FileResult = { readonly input: string } & (
  | { readonly status: 'done'; readonly files: Files; readonly outcome: Made; readonly ms: number }
  | { readonly status: 'skipped'; readonly files: Files }
  /** Pictures that cannot be read have no files. */
  | { readonly status: 'failed'; readonly files?: Files; readonly error: Error }
)

export type DoneResult = Extract<FileResult, { status: 'done' }>
