/**
 * JSON bodies, as they arrive. What is collected has an empty string in a picture's place: the parser sees little text,
 * and decides alone what is valid JSON.
 */
import { AppError } from '../../base/errors.js'
import { TextScanner } from './text-scanner.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** No character of base64, so that the decoder refuses it. */
const NOT_ASCII = 0xff

const ESCAPES = new Map([...'bfnrt"\\/'].map((letter, i) => [letter.charCodeAt(0), '\b\f\n\r\t"\\/'.charCodeAt(i)]))

export class JsonScanner extends TextScanner {
  protected place: 'between' | 'string' | 'picture' = 'between'
  private depth = 0
  private stringStart = 0
  /** Where the last string of the outermost object is; it is a name if a colon follows, and is read once. */
  private lastString: readonly [start: number, end: number] | undefined
  /** Of the value that comes next. */
  private name: string | undefined

  end(): void {
    for (const [name, value] of Object.entries(parseObject(this.skeleton.text()))) this.sink.value(name, value)
  }

  protected other(byte: number): void {
    if (this.place === 'string') this.inString(byte)
    else this.between(byte)
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
  protected picture(piece: Buffer, from: number): number {
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
