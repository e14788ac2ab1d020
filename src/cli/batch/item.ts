/** One photo of a batch and the files that it becomes. */
export interface Item {
  readonly input: string
  /** One of each kind, in the same order. The first stands for the photo in lists. */
  readonly files: Files
}

export type Files = readonly [string, ...string[]]

/** A file that is made of every photo. */
export interface FileKind {
  /** Without the dot. */
  readonly extension: string
  /** Its name, with fields: see name-template.ts. */
  readonly name: string
  /** What it was made for. */
  readonly preset?: string
  /** What is printed about it, where that is not its size. */
  readonly meaning?: string
}

/** What the files of a photo are called, and what else goes into them. */
export interface Naming {
  readonly kinds: readonly [FileKind, ...FileKind[]]
  /** The picture behind the subject. */
  readonly background?: string
}
