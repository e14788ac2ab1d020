/** What is made from every photo of a batch. */
import type { Order } from '../../imaging/job.js'
import type { AskServer } from './by-server.js'
import type { Naming } from './item.js'
import type { Made } from './producer.js'

export interface Task extends Naming {
  readonly job: Order
  /** The same, by a server. */
  readonly ask: AskServer
  readonly also?: SecondFile
  /** What is printed about a result, before and after its size. */
  describe?(outcome: Made): readonly [before: string, after?: string | undefined]
  /** Possible problems with a result: reported, but not failures. */
  warnings?(outcome: Made): readonly string[]
}

export interface SecondFile {
  fileFor(result: string): string
  /** What is printed about it. */
  readonly meaning: string
}

export type FileResult = { readonly input: string } & (
  | {
      readonly status: 'done'
      readonly output: string
      readonly outcome: Made
      readonly ms: number
      readonly also?: string
    }
  | { readonly status: 'skipped'; readonly output: string }
  /** Pictures that cannot be read have no output file. */
  | { readonly status: 'failed'; readonly output?: string; readonly error: Error }
)
