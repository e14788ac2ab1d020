/**
 * Base64 in all the forms real clients send: either alphabet, wrapped lines, no padding, data URLs. Decoded piece by piece
 * as it arrives; the first character that cannot be right ends it.
 */

const DIGIT = 0
const BLANK = 1
const PADDING = 2
const WRONG = 3

const kinds = new Uint8Array(256).fill(WRONG)
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  kinds[digit.charCodeAt(0)] = DIGIT
for (const blank of ' \t\n\v\f\r') kinds[blank.charCodeAt(0)] = BLANK
kinds['='.charCodeAt(0)] = PADDING

const COMMA = 0x2c
const DATA_PREFIX = /^data:[^,]{0,200};base64,$/i
const LONGEST_PREFIX = 'data:'.length + 200 + ';base64,'.length
const NOTHING = Buffer.alloc(0)

export class Base64Decoder {
  /** The beginning of the text, until it is known whether it is the prefix of a data URL. */
  private head: Buffer | undefined = NOTHING
  /** Digits that do not make up three bytes yet. */
  private rest = NOTHING
  private digits = 0
  private padding = 0
  private wrong = false

  /** What the text so far adds; nothing any more once it is wrong. */
  push(text: Buffer): Buffer {
    const body = this.head ? this.withoutPrefix(text) : text
    return body && !this.wrong ? this.decode(body) : NOTHING
  }

  end(): { readonly bytes: Buffer; readonly valid: boolean } {
    const bytes = this.head ? this.decode(this.head) : NOTHING
    const missing = (4 - (this.digits % 4)) % 4
    const valid = !this.wrong && this.digits > 0 && missing < 3 && this.padding <= missing
    return { bytes: Buffer.concat([bytes, Buffer.from(this.rest.toString('latin1'), 'base64')]), valid }
  }

  /** Undefined until it is known. */
  private withoutPrefix(text: Buffer): Buffer | undefined {
    const head = trimmedStart(Buffer.concat([this.head ?? NOTHING, text]))
    this.head = head
    if (head.length < LONGEST_PREFIX && isOpenPrefix(head)) return undefined
    this.head = undefined
    const end = head.subarray(0, LONGEST_PREFIX).indexOf(COMMA) + 1
    return DATA_PREFIX.test(head.toString('latin1', 0, end)) ? head.subarray(end) : head
  }

  private decode(text: Buffer): Buffer {
    const packed = Buffer.allocUnsafe(this.rest.length + text.length)
    let length = this.rest.copy(packed)
    for (const byte of text) {
      const kind = kinds[byte]
      if (kind === DIGIT && this.padding === 0) packed[length++] = byte
      else if (kind === PADDING && this.padding < 2) this.padding += 1
      else if (kind !== BLANK) {
        this.wrong = true
        return NOTHING
      }
    }
    this.digits += length - this.rest.length
    const whole = length - (length % 4)
    this.rest = Buffer.from(packed.subarray(whole, length))
    return Buffer.from(packed.toString('latin1', 0, whole), 'base64')
  }
}

const trimmedStart = (text: Buffer): Buffer => {
  let start = 0
  while (start < text.length && kinds[text[start]!] === BLANK) start += 1
  return text.subarray(start)
}

/** It may still turn out to be the prefix of a data URL. */
function isOpenPrefix(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 'data:'.length).toLowerCase()
  return 'data:'.startsWith(start) && !head.includes(COMMA)
}
