/**
 * Multipart bodies (RFC 7578), as they arrive. By hand: the libraries at hand parse a piece of the body to its end before
 * anybody can object, which is long when it consists of boundaries.
 */
import { AppError } from '../../errors.js'
import { FieldCount } from './limits.js'
import type { PartType, Scanner, Sink } from './scanner.js'

const MAX_BOUNDARY = 200
const MAX_HEAD_BYTES = 8 * 1024
const DASHES = '--'
const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)

export class MultipartScanner implements Scanner {
  private readonly delimiter: Buffer
  private readonly fields = new FieldCount()
  private place: 'preamble' | 'head' | 'content' | 'epilogue' = 'preamble'
  /** Begins with the line break that the first boundary may lack. */
  private pending: Buffer = Buffer.from('\r\n')
  private isEmpty = true
  /** The part's name is known, so that its content is somebody's. */
  private isWanted = false

  constructor(
    private readonly sink: Sink,
    contentType: string,
  ) {
    const boundary = boundaryIn(contentType)
    if (!boundary || boundary.length > MAX_BOUNDARY) throw malformed('it has no boundary of 1 to 200 characters')
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  push(piece: Buffer): void {
    this.isEmpty = false
    if (this.place === 'epilogue') return
    this.pending = this.pending.length === 0 ? piece : Buffer.concat([this.pending, piece])
    while (this.step());
  }

  end(): void {
    if (this.place !== 'epilogue' && !this.isEmpty) throw malformed('it ends too early')
  }

  /** False when more has to arrive first. */
  private step(): boolean {
    if (this.place === 'epilogue') return false
    return this.place === 'head' ? this.head() : this.content()
  }

  /** Of a part, or before the first one. */
  private content(): boolean {
    const found = this.pending.indexOf(this.delimiter)
    // The end may be the beginning of a delimiter.
    const length = found === -1 ? Math.max(0, this.pending.length - this.delimiter.length + 1) : found
    if (this.isWanted && length > 0) this.sink.data(this.pending.subarray(0, length))
    this.pending = this.pending.subarray(found === -1 ? length : length + this.delimiter.length)
    if (found === -1) return false
    if (this.isWanted) this.sink.end()
    this.isWanted = false
    this.place = 'head'
    return true
  }

  /** What follows a boundary: two dashes after the last part, or the lines that describe the next one. */
  private head(): boolean {
    if (this.pending.length < DASHES.length) return false
    if (this.pending.toString('latin1', 0, DASHES.length) === DASHES) {
      this.place = 'epilogue'
      this.pending = NOTHING
      return false
    }
    const end = this.pending.subarray(0, MAX_HEAD_BYTES).indexOf(HEAD_END)
    if (end === -1 && this.pending.length >= MAX_HEAD_BYTES) throw malformed('the head of a part is too long')
    if (end === -1) return false
    this.begin(this.pending.toString('utf8', 0, end))
    this.pending = this.pending.subarray(end + HEAD_END.length)
    this.place = 'content'
    return true
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
