/** A network on disk, and how pixels become its numbers: data, free of the runtime that loads it. */
export interface NetworkOptions {
  readonly file: string
  readonly input: string
  readonly size: number
  /** Planes (NCHW) unless it says otherwise. */
  readonly layout?: 'NCHW' | 'NHWC'
  /** RGB unless it says otherwise; mean and deviation stand in this order. */
  readonly channels?: 'RGB' | 'BGR'
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}
