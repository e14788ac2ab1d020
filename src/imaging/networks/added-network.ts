/** A matte network that the operator has added: plain data, so that workers can receive it. */
export interface NetworkRecipe {
  /** The names of its tensors. */
  readonly input: string
  readonly output: string
  /** The side of its square input, and of its answer. */
  readonly size: number
  readonly layout: 'NCHW' | 'NHWC'
  /** A picture is scaled to 0..1 by its own largest value v; then it becomes (v - mean) / deviation, by channel. */
  readonly mean: Channels
  readonly deviation: Channels
  readonly answers: Answers
}

export type Channels = readonly [number, number, number]
/** What it says of a pixel: any number, or one of 0..1. */
export type Answers = 'logits' | 'probability'

export interface AddedNetwork {
  readonly name: string
  readonly file: string
  readonly sha256: string
  readonly recipe: NetworkRecipe
  /** What it took when it was added. */
  readonly memoryMb: number
}

/** The file is no matte network that we can run. The message says why, and what to do. */
export class NetworkRefused extends Error {
  override readonly name = 'NetworkRefused'
}
