/** Reads a body as the server does, but writes nothing. */
import { AppError } from '../../src/base/errors.js'
import { FormBuilder } from '../../src/http/body/form-builder.js'
import { JsonScanner } from '../../src/http/body/json.js'
import { MultipartScanner } from '../../src/http/body/multipart.js'
import type { Scanner } from '../../src/http/body/scanner.js'
import { UrlencodedScanner } from '../../src/http/body/urlencoded.js'
import type { Body } from '../http/app.js'
import { BASE64_FIELD, cut, type Encoding, FILE_FIELD } from './bodies.js'

/** What a form is once it is read; files by their length. */
export interface Read {
  readonly fields: Map<string, string>
  readonly files: Map<string, number>
  readonly malformed: Set<string>
}

const RULES = {
  newPath: () => '',
  maxFileBytes: 100_000,
  fileFields: [FILE_FIELD],
  base64Fields: [BASE64_FIELD],
  hashed: false,
}

/** The pieces are of these sizes, over and over; one piece without any. */
export function readBody(
  encoding: Encoding,
  { headers, payload }: Body,
  pieceSizes: readonly number[],
  afterPiece: (scanner: Scanner, piece: Buffer) => void = () => {},
): Read | AppError {
  const form = new FormBuilder(RULES)
  try {
    const scanner = scannerFor(encoding, form, headers['content-type'] ?? '')
    for (const piece of cut(Buffer.from(payload), pieceSizes)) {
      scanner.push(piece)
      afterPiece(scanner, piece)
    }
    scanner.end()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  const files = new Map([...form.files].map(([name, { bytes }]) => [name, bytes]))
  return { fields: form.fields, files, malformed: form.malformed }
}

function scannerFor(encoding: Encoding, form: FormBuilder, contentType: string): Scanner {
  const isPicture = (name: string): boolean => name === BASE64_FIELD
  if (encoding === 'json') return new JsonScanner(form, isPicture)
  return encoding === 'urlencoded' ? new UrlencodedScanner(form, isPicture) : new MultipartScanner(form, contentType)
}
