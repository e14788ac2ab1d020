/** Bytes that are collected as they arrive, up to a limit: small enough to be handed to an ordinary parser as one text. */
export class SmallText {
  private collected = Buffer.alloc(1024)
  length = 0

  constructor(
    private readonly maxBytes: number,
    private readonly tooLong: () => Error,
  ) {}

  add(byte: number): void {
    if (this.length === this.maxBytes) throw this.tooLong()
    if (this.length === this.collected.length) this.grow()
    this.collected[this.length++] = byte
  }

  bytes(): Buffer {
    return this.collected.subarray(0, this.length)
  }

  text(from = 0, to = this.length): string {
    return this.collected.toString('utf8', from, to)
  }

  cutTo(length: number): void {
    this.length = length
  }

  /** To twice its size, so that a byte is copied once on average. */
  private grow(): void {
    this.collected = Buffer.concat([this.collected, Buffer.alloc(this.collected.length)])
  }
}
