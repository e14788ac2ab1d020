/**
 * A scanner is fed a body piece by piece as it arrives, and tells a sink what it finds. It works through one piece at a
 * time, remembers no more than a few kilobytes, and throws an `AppError` at the first byte that cannot be right.
 */
export interface Scanner {
  push(piece: Buffer): void
  /** The body is complete. */
  end(): void
}

export interface Sink {
  /** A value that came whole: text, or any value of JSON. */
  value(name: string, value: unknown): void
  /** A value that comes in pieces: `begin`, any number of `data`, `end`. */
  begin(name: string, type: PartType): void
  data(bytes: Buffer): void
  end(): void
}

/** What a part says about its text. */
export interface PartType {
  readonly charset?: string
  readonly json?: boolean
}
