/** Bodies of HTML forms without files, as they arrive. */
import { TextScanner } from './text-scanner.js'

const AMPERSAND = 0x26
const EQUALS = 0x3d
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

export class UrlencodedScanner extends TextScanner {
  protected place: 'name' | 'value' | 'picture' = 'name'
  private nameStart = 0

  end(): void {
    if (this.place === 'picture') this.endPicture()
    for (const [name, value] of new URLSearchParams(this.skeleton.text())) this.sink.value(name, value)
  }

  protected other(byte: number): void {
    if (byte === AMPERSAND) this.nextField()
    else if (byte === EQUALS && this.place === 'name') {
      const [[name = ''] = []] = new URLSearchParams(this.skeleton.text(this.nameStart))
      this.place = this.isPicture(name) ? 'picture' : 'value'
      if (this.place === 'picture') {
        this.skeleton.cutTo(this.nameStart)
        this.sink.begin(name, {})
      }
    }
  }

  /** Up to the end of the value or of the piece. */
  protected picture(piece: Buffer, from: number): number {
    const ampersand = piece.indexOf(AMPERSAND, from)
    const stop = ampersand === -1 ? piece.length : ampersand
    const text = this.unescape(piece.subarray(from, stop))
    if (text.length > 0) this.sink.data(text)
    if (ampersand !== -1) this.endPicture()
    return stop + 1
  }

  private unescape(bytes: Buffer): Buffer {
    const text = Buffer.alloc(bytes.length + this.escape.length)
    let length = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!
      const code = this.escape === '' && byte === PERCENT ? codeAt(bytes, at + 1) : -1
      if (code >= 0) {
        text[length++] = code
        at += 2
      } else if (this.escape !== '') {
        this.escape += String.fromCharCode(byte)
        if (this.escape.length < 3) continue
        length += text.write(unescaped(this.escape), length, 'latin1')
        this.escape = ''
      } else if (byte === PERCENT) this.escape = '%'
      else text[length++] = byte === PLUS ? SPACE : byte
    }
    return text.subarray(0, length)
  }

  private endPicture(): void {
    if (this.escape !== '') this.sink.data(Buffer.from(this.escape, 'latin1'))
    this.escape = ''
    this.sink.end()
    this.nextField()
  }

  private nextField(): void {
    this.place = 'name'
    this.nameStart = this.skeleton.length
    this.fields.add()
  }
}

/** What is not an escape stays as it is. */
const unescaped = (text: string): string =>
  /^%[0-9a-f]{2}$/i.test(text) ? String.fromCharCode(Number.parseInt(text.slice(1), 16)) : text

const digits = new Int8Array(256).fill(-1)
for (let i = 0; i < 16; i += 1) {
  digits[i.toString(16).charCodeAt(0)] = i
  digits[i.toString(16).toUpperCase().charCodeAt(0)] = i
}

/** Two digits that are both there, the common case without any text; below zero otherwise. */
function codeAt(bytes: Buffer, at: number): number {
  const [high, low] = [digits[bytes[at] ?? 0] ?? -1, digits[bytes[at + 1] ?? 0] ?? -1]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}
