/** A matte of which it is known where it is final: the photo stretched to a square, decided cell by cell. */
export interface DecidedMatte {
  readonly size: number
  /** Exactly 0 or 255 outside the band. */
  readonly alpha: Uint8Array
  /** 1 where alpha is only a first guess. */
  readonly band: Uint8Array
}
