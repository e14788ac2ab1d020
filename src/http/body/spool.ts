/**
 * A file that is written while its bytes arrive. What comes is noted at once, counted and hashed, and written when the
 * reader of the body says so: it reads on only then, so that no more than one piece of a body is held in memory.
 */
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { fileTooLarge } from './limits.js'

export interface SpooledFile {
  readonly path: string
  readonly bytes: number
  /** Only where it was asked for. */
  readonly sha256?: string
}

export interface SpoolOptions {
  readonly path: string
  readonly parameter: string
  readonly maxBytes: number
  readonly hashed: boolean
}

export class Spool {
  /** Everything is written. */
  closed = false
  private bytes = 0
  private ended = false
  private waiting: Buffer[] = []
  private handle: FileHandle | undefined
  private readonly hash: Hash | undefined

  constructor(private readonly options: SpoolOptions) {
    if (options.hashed) this.hash = createHash('sha256')
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return
    const { maxBytes, parameter } = this.options
    this.bytes += bytes.length
    if (this.bytes > maxBytes) throw fileTooLarge(parameter, maxBytes)
    this.hash?.update(bytes)
    this.waiting.push(bytes)
  }

  /** Nothing will be added. */
  end(): SpooledFile {
    this.ended = true
    return { path: this.options.path, bytes: this.bytes, ...(this.hash && { sha256: this.hash.digest('hex') }) }
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.waiting)
    this.waiting = []
    if (bytes.length > 0) {
      this.handle ??= await open(this.options.path, 'wx', 0o600)
      await this.handle.writeFile(bytes) // goes on where the last one ended
    }
    if (this.ended) await this.close()
  }

  async close(): Promise<void> {
    await this.handle?.close()
    this.handle = undefined
    this.closed = true
  }
}
