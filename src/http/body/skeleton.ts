/** What is left of a body without the pictures in it: small enough to be handed to an ordinary parser as one text. */
import { fieldsTooLarge, MAX_FIELD_BYTES } from './limits.js'

export class Skeleton {
  private bytes = Buffer.alloc(1024)
  length = 0

  add(byte: number): void {
    if (this.length === this.bytes.length) this.grow()
    this.bytes[this.length++] = byte
  }

  text(from = 0, to = this.length): string {
    return this.bytes.toString('utf8', from, to)
  }

  cutTo(length: number): void {
    this.length = length
  }

  private grow(): void {
    if (this.length >= MAX_FIELD_BYTES) throw fieldsTooLarge()
    this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length)])
  }
}
