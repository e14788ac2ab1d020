/** A network on disk and how its input is normalised: plain data, independent of the runtime that loads it. */
export interface NetworkOptions {
  readonly file: string
  readonly input: string
  readonly size: number
  /** Default: NCHW. */
  readonly layout?: 'NCHW' | 'NHWC'
  /** Default: RGB. Mean and deviation are in the same order. */
  readonly channels?: 'RGB' | 'BGR'
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}
