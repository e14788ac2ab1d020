/** One photo of a batch and the file that it becomes. */
export interface Item {
  readonly input: string
  readonly output: string
}

/** How results are named, what else goes into them, and what else is made from them. */
export interface Naming {
  /** Without the dot. */
  readonly extension: string
  /** Appended to the names of results beside their photos: `photo-cutout.png`. */
  readonly suffix: string
  /** The picture behind the subject. */
  readonly background?: string
  /** A second file that comes with each result. */
  readonly also?: { fileFor(result: string): string }
}
