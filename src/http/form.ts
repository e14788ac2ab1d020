/**
 * Request body → fields and files, whatever its encoding. Files, those that come as base64 included, are written to
 * private files while they arrive; a body is never held in memory. Empty strings, null and zero-byte files mean "not
 * given"; when a field is given more than once, the last non-empty value counts.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.js'
import type { Upload } from '../service/images/uploads.js'
import { sendContinue } from './body/continue.js'
import { type Form, FormBuilder, type FormRules } from './body/form-builder.js'
import { incoming } from './body/incoming.js'
import { JsonScanner } from './body/json.js'
import { MultipartScanner } from './body/multipart.js'
import type { Scanner } from './body/scanner.js'
import { UrlencodedScanner } from './body/urlencoded.js'

export type { Form }

export interface FormOptions extends FormRules {
  readonly maxBodyBytes: number
  /** Its place among the uploads under way. */
  readonly upload: Upload
}

const ENCODINGS = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Bodies of these encodings are left alone until `readForm`; others are refused. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  for (const type of ENCODINGS) app.addContentTypeParser(type, (_request, _payload, done) => done(null))
  app.addContentTypeParser('*', (_request, _payload, done) => done(unsupportedType()))
}

export async function readForm(request: FastifyRequest, reply: FastifyReply, options: FormOptions): Promise<Form> {
  const form = new FormBuilder(options)
  try {
    const scanner = scannerFor(request.headers['content-type'] ?? '', form, options)
    if (!scanner) return form
    sendContinue(reply)
    for await (const piece of incoming(request, options.maxBodyBytes, options.upload)) {
      scanner.push(piece)
      await form.flush()
    }
    scanner.end()
    await form.flush()
    return form
  } catch (error) {
    await form.close()
    throw error
  }
}

/** Undefined without a body. */
function scannerFor(contentType: string, form: FormBuilder, options: FormOptions): Scanner | undefined {
  const { limits } = options
  const isPicture = (name: string): boolean => options.base64Fields.includes(name)
  const scanners: Record<Encoding, () => Scanner> = {
    'multipart/form-data': () => new MultipartScanner(form, contentType, limits),
    'application/x-www-form-urlencoded': () => new UrlencodedScanner(form, isPicture, limits),
    'application/json': () => new JsonScanner(form, isPicture, limits),
  }
  const type = contentType.toLowerCase()
  const encoding = ENCODINGS.find((it) => type.startsWith(it))
  return encoding && scanners[encoding]()
}

/** What makes two requests the same: operation, field values and file bytes. Not the raw body: its boundary changes. */
export function fingerprintOf(operation: string, form: Form): string {
  const files = [...form.files].map(([name, file]) => [name, file.sha256])
  const facts = [operation, [...form.fields].sort(), [...form.malformed].sort(), files.sort(), ...form.lists]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

export const unsupportedType = (): AppError =>
  new AppError(
    'invalid_request',
    'The content type must be multipart/form-data, application/x-www-form-urlencoded or application/json',
  )
