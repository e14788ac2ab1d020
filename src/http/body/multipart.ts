/**
 * Multipart bodies (RFC 7578), as they arrive. By hand: existing libraries parse a piece of the body to its end before
 * their caller can stop them, which takes long when it consists of boundaries.
 */
import { AppError } from '../../base/errors.js'
import { FieldCount, type FieldLimits, USUAL_FIELDS } from './limits.js'
import type { PartType, Scanner, Sink } from './scanner.js'
import { SmallText } from './small-text.js'

const MAX_BOUNDARY = 200
const MAX_HEAD_BYTES = 8 * 1024
const DASHES = '--'
const HEAD_END = '\r\n\r\n'
const LINE_FEED = 0x0a
const NOTHING = Buffer.alloc(0)

export class MultipartScanner implements Scanner {
  private readonly delimiter: Buffer
  private readonly fields: FieldCount
  private place: 'preamble' | 'head' | 'content' | 'epilogue' = 'preamble'
  /** The end of what came before, which may be the beginning of a delimiter. The first one may lack its line break. */
  private tail: Buffer = Buffer.from('\r\n')
  private readonly head = new SmallText(MAX_HEAD_BYTES, () => malformed('the head of a part is too long'))
  private isEmpty = true
  /** The part has a name, so its content is read. */
  private isWanted = false

  constructor(
    private readonly sink: Sink,
    contentType: string,
    limits: FieldLimits = USUAL_FIELDS,
  ) {
    this.fields = new FieldCount(limits)
    const boundary = boundaryIn(contentType)
    if (!boundary || boundary.length > MAX_BOUNDARY) throw malformed('it has no boundary of 1 to 200 characters')
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  push(piece: Buffer): void {
    this.isEmpty = false
    let rest = piece
    while (rest.length > 0 && this.place !== 'epilogue') {
      rest = this.place === 'head' ? this.inHead(rest) : this.inContent(rest)
    }
  }

  end(): void {
    if (this.place !== 'epilogue' && !this.isEmpty) throw malformed('it ends too early')
  }

  /** Of a part, or before the first one. Returns what comes after it. */
  private inContent(piece: Buffer): Buffer {
    const text = this.tail.length === 0 ? piece : Buffer.concat([this.tail, piece])
    const found = text.indexOf(this.delimiter)
    const length = found === -1 ? Math.max(0, text.length - this.delimiter.length + 1) : found
    if (this.isWanted && length > 0) this.sink.data(text.subarray(0, length))
    if (found === -1) {
      this.tail = text.subarray(length)
      return NOTHING
    }
    if (this.isWanted) this.sink.end()
    this.isWanted = false
    this.tail = NOTHING
    this.place = 'head'
    return text.subarray(found + this.delimiter.length)
  }

  /** What follows a boundary: two dashes after the last part, or the lines that describe the next one. */
  private inHead(piece: Buffer): Buffer {
    for (const [at, byte] of piece.entries()) {
      this.head.add(byte)
      if (this.head.length === DASHES.length && this.head.text() === DASHES) {
        this.place = 'epilogue'
        return NOTHING
      }
      if (byte === LINE_FEED && this.head.text(this.head.length - HEAD_END.length) === HEAD_END) {
        this.begin(this.head.text(0, this.head.length - HEAD_END.length))
        this.head.cutTo(0)
        this.place = 'content'
        return piece.subarray(at + 1)
      }
    }
    return NOTHING
  }

  private begin(head: string): void {
    this.fields.add()
    const [padding, ...lines] = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
    if (padding?.trim() !== '') throw malformed('a boundary is followed by something else')
    const headers = new Map(lines.map(headerIn))
    const disposition = headers.get('content-disposition')
    const name = disposition?.value === 'form-data' ? disposition.parameters.get('name') : undefined
    if (name === undefined) return
    this.isWanted = true
    this.sink.begin(name, typeOf(headers.get('content-type')))
  }
}

interface Header {
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

function headerIn(line: string): [string, Header] {
  const colon = line.indexOf(':')
  if (colon < 1) throw malformed('a line in the head of a part has no name')
  return [line.slice(0, colon).trim().toLowerCase(), parseHeader(line.slice(colon + 1))]
}

const PARAMETER = /;\s*([^\s;="]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]*)/y

function parseHeader(text: string): Header {
  const semicolon = text.indexOf(';')
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = semicolon === -1 ? text.length : semicolon
  for (let found = PARAMETER.exec(text); found; found = PARAMETER.exec(text)) {
    const [whole, name = '', value = ''] = found
    parameters.set(name.toLowerCase(), unquoted(value))
    const gap = /\s*/y
    gap.lastIndex = found.index + whole.length
    gap.exec(text)
    PARAMETER.lastIndex = gap.lastIndex
  }
  return {
    value: text
      .slice(0, semicolon === -1 ? undefined : semicolon)
      .trim()
      .toLowerCase(),
    parameters,
  }
}

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : value

function typeOf(header: Header | undefined): PartType {
  const charset = header?.parameters.get('charset')
  return { ...(charset !== undefined && { charset }), ...(header?.value === 'application/json' && { json: true }) }
}

const boundaryIn = (contentType: string): string | undefined => parseHeader(contentType).parameters.get('boundary')

const malformed = (what: string): AppError =>
  new AppError('invalid_request', `The multipart body is malformed: ${what}`)
