/** Photos among files and folders. */

export interface FoundFile {
  readonly file: File
  /** With its folders. */
  readonly path: string
}

/** The part of the browser's FileSystemEntry that is used here. */
export type Entry = FileEntry | FolderEntry

interface FileEntry {
  readonly isDirectory: false
  readonly fullPath: string
  file(resolve: (file: File) => void, reject: (error: Error) => void): void
}

interface FolderEntry {
  readonly isDirectory: true
  readonly fullPath: string
  createReader(): FolderReader
}

interface FolderReader {
  readEntries(resolve: (some: readonly Entry[]) => void, reject: (error: Error) => void): void
}

/** Walks folders in the order of their names. */
export async function filesIn(entries: readonly Entry[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const entry of entries.toSorted((a, b) => a.fullPath.localeCompare(b.fullPath))) {
    if (entry.isDirectory) found.push(...(await filesIn(await children(entry.createReader()))))
    else found.push({ file: await fileOf(entry), path: entry.fullPath.replace(/^\//, '') })
  }
  return found
}

const fileOf = (entry: FileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject))

/** Browsers return a hundred entries at a time. */
async function children(reader: FolderReader): Promise<Entry[]> {
  const all: Entry[] = []
  for (;;) {
    const some = await new Promise<readonly Entry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const PHOTO_ENDING = /\.(jpe?g|png|webp|bmp|hei[cf]|hif|avif|tiff?|gif)$/i
const HIDDEN = /(^|\/)[._]/

/** Folders also contain notes, lists and hidden files. */
export const isPhoto = ({ file, path }: FoundFile): boolean =>
  !HIDDEN.test(path) && (PHOTO_ENDING.test(path) || file.type.startsWith('image/'))
