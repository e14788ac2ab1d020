/** Lists go from new to old; this is where the previous page ended. */
export interface Bookmark {
  createdAt: number
  id: string
}

export interface PageRequest {
  before?: Bookmark | undefined
  limit: number
}

/** A part of a list, or of what a search finds in it. */
export interface Page<T> {
  readonly items: readonly T[]
  /**
   * Where to continue; undefined at the end. A search examines a limited number of rows: its pages may be short, even
   * empty.
   */
  readonly next: Bookmark | undefined
}
