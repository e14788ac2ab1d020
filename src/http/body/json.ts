/**
 * JSON bodies, as they arrive. The text of a picture goes to the sink in pieces, with its escapes undone; everything else
 * is collected with an empty string in the picture's place, and parsed at the end. So the parser sees little text, and
 * decides alone what is valid JSON.
 */
import { AppError } from '../../errors.js'
import { FieldCount, fieldsTooLarge, MAX_FIELD_BYTES } from './limits.js'
import type { Scanner, Sink } from './scanner.js'
import { SmallText } from './small-text.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** No character of base64, so that whoever reads the text refuses it. */
const NOT_ASCII = 0xff

const ESCAPES = new Map([...'bfnrt"\\/'].map((letter, i) => [letter.charCodeAt(0), '\b\f\n\r\t"\\/'.charCodeAt(i)]))

export class JsonScanner implements Scanner {
  private readonly skeleton = new SmallText(MAX_FIELD_BYTES, fieldsTooLarge)
  private place: 'between' | 'string' | 'picture' = 'between'
  private depth = 0
  private stringStart = 0
  /** Where the last string of the outermost object is; it is a name if a colon follows, and is read once. */
  private lastString: readonly [start: number, end: number] | undefined
  /** Of the value that comes next. */
  private name: string | undefined
  /** The beginning of an escape, which may be cut in two by the end of a piece. */
  private escape = ''
  private readonly fields = new FieldCount()

  constructor(
    private readonly sink: Sink,
    private readonly isPicture: (name: string) => boolean,
  ) {}

  push(piece: Buffer): void {
    let at = 0
    while (at < piece.length) at = this.place === 'picture' ? this.picture(piece, at) : this.other(piece, at)
  }

  end(): void {
    for (const [name, value] of Object.entries(parseObject(this.skeleton.text()))) this.sink.value(name, value)
  }

  private other(piece: Buffer, at: number): number {
    const byte = piece[at]!
    this.skeleton.add(byte)
    if (this.place === 'string') this.inString(byte)
    else this.between(byte)
    return at + 1
  }

  private inString(byte: number): void {
    if (this.escape !== '') this.escape = ''
    else if (byte === BACKSLASH) this.escape = '\\'
    else if (byte === QUOTE) this.endString()
  }

  private between(byte: number): void {
    if (byte === QUOTE) this.beginString()
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.depth -= 1
    else if (byte === COLON && this.depth === 1) this.beginField()
    else if (byte === COMMA && this.depth === 1) this.name = undefined
  }

  private beginField(): void {
    if (!this.lastString) throw notJson()
    this.fields.add()
    this.name = String(parse(this.skeleton.text(...this.lastString)))
    this.lastString = undefined
  }

  private beginString(): void {
    const { name } = this
    if (this.depth === 1 && name !== undefined && this.isPicture(name)) {
      this.place = 'picture'
      this.name = undefined
      this.sink.begin(name, {})
      return
    }
    this.place = 'string'
    this.stringStart = this.skeleton.length - 1
  }

  private endString(): void {
    this.place = 'between'
    if (this.depth === 1) this.lastString = [this.stringStart, this.skeleton.length]
  }

  /** Up to the next quote, which may be an escaped one, or the end of the piece. */
  private picture(piece: Buffer, from: number): number {
    const quote = piece.indexOf(QUOTE, from)
    const stop = quote === -1 ? piece.length : quote + 1
    const text = Buffer.allocUnsafe(stop - from) // never longer than what it is written as
    let length = 0
    for (let at = from; at < stop; at += 1) {
      const byte = piece[at]!
      if (this.escape !== '') {
        const code = this.unescape(byte)
        if (code !== undefined) text[length++] = code
      } else if (byte === BACKSLASH) this.escape = '\\'
      else if (byte === QUOTE) this.place = 'between'
      else text[length++] = byte
    }
    if (length > 0) this.sink.data(text.subarray(0, length))
    if (this.place === 'between') {
      this.skeleton.add(QUOTE)
      this.sink.end()
    }
    return stop
  }

  /** Undefined until the escape is complete. */
  private unescape(byte: number): number | undefined {
    this.escape += String.fromCharCode(byte)
    const isCode = this.escape[1] === 'u'
    if (isCode && this.escape.length < 6) return undefined
    const code = isCode ? codeOf(this.escape.slice(2)) : ESCAPES.get(byte)
    this.escape = ''
    if (code === undefined) throw notJson()
    return code < 0x80 ? code : NOT_ASCII
  }
}

const codeOf = (digits: string): number | undefined =>
  /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

function parseObject(text: string): Record<string, unknown> {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid_request', 'The JSON body must be an object')
  }
  return value as Record<string, unknown>
}

const notJson = (): AppError => new AppError('invalid_request', 'The body is not valid JSON')
