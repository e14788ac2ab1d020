/** Chosen or dropped files, as the browser provides them. */
import { type Entry, type FoundFile, filesIn } from './found-files.js'

export const asFound = (files: readonly File[]): FoundFile[] =>
  files.map((file) => ({ file, path: file.webkitRelativePath || file.name }))

/** Call it during the event: afterwards the browser forgets what was dropped. */
export function filesDropped(data: DataTransfer): Promise<FoundFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (entries.length === 0 || entries.includes(null)) return Promise.resolve(asFound([...data.files]))
  return filesIn(entries as unknown as Entry[])
}
