/**
 * Writes a tar file, one entry at a time. The size of an entry is known after its last byte: its header is written
 * then, and an entry that is refused is overwritten. Until it is complete the file has another name.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { Header } from 'tar'

const BLOCK = 512
/** Its content is private, whatever the umask is. */
const MODE = 0o600

export interface Archive {
  /** `accept` is told the entry's size and may refuse it. False: it was refused, and is not in the archive. */
  add(path: string, chunks: AsyncIterable<Uint8Array>, accept?: (bytes: number) => boolean): Promise<boolean>
  readonly bytes: number
  /** On disk, under its name. */
  finish(): Promise<void>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

export async function createArchive(file: string, writtenAt: Date): Promise<Archive> {
  const part = `${file}.part`
  await rm(part, { force: true }) // of an earlier attempt
  const handle = await open(part, 'wx', MODE)
  let position = 0
  return {
    add: async (path, chunks, accept = () => true) => {
      let size = 0
      for await (const chunk of chunks) {
        await write(handle, chunk, position + BLOCK + size)
        size += chunk.byteLength
      }
      if (!accept(size)) return false
      const header = new Header({ path, size, mode: MODE, type: 'File', mtime: writtenAt })
      header.encode()
      await write(handle, header.block!, position)
      const padding = (BLOCK - (size % BLOCK)) % BLOCK
      await write(handle, new Uint8Array(padding), position + BLOCK + size)
      position += BLOCK + size + padding
      return true
    },
    get bytes() {
      return position
    },
    finish: async () => {
      await handle.truncate(position)
      await write(handle, new Uint8Array(2 * BLOCK), position) // the end, as tar writes it
      await handle.sync()
      await handle.close()
      await rename(part, file)
    },
    abandon: async () => {
      await handle.close()
      await rm(part, { force: true })
    },
  }
}

/** A disk that is filling up may take only part of it at a time. */
async function write(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    done += (await handle.write(bytes, done, bytes.byteLength - done, position + done)).bytesWritten
  }
}
