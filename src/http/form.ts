/**
 * Request body → fields and files, whatever its encoding. Uploads are spooled to private files while their bytes are
 * counted; they are never held in memory. Empty strings, null and zero-byte files mean "not given"; when a field is given
 * more than once, the last non-empty value counts.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.js'
import type { Workspace } from '../service/workspace.js'
import { ClientGone } from './client-gone.js'

export interface SpooledFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, SpooledFile>
  /** Fields of a JSON body whose value is an array or an object. */
  readonly malformed: ReadonlySet<string>
  /** Removes the spooled files. */
  remove(): Promise<void>
}

export interface FormOptions {
  readonly workspace: Workspace
  readonly maxFileBytes: number
  /** Parts of these names are files, whatever type or file name they declare; all other parts are text. */
  readonly fileFields: readonly string[]
}

export const MAX_BODY_BYTES = 50 * 1024 * 1024
const MAX_FIELD_BYTES = 30 * 1024 * 1024
const MAX_PARTS = 100

export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const asText = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    app.addContentTypeParser(type, asText, (_request, body, done) => done(null, body))
  }
  app.addContentTypeParser('*', (_request, _payload, done) => done(unsupportedType()))
}

export async function readForm(request: FastifyRequest, options: FormOptions): Promise<Form> {
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES) throw bodyTooLarge()
  const form = new FormBuilder(options)
  try {
    const type = request.headers['content-type']?.toLowerCase() ?? ''
    if (request.isMultipart()) await form.readMultipart(request)
    else if (typeof request.body === 'string' && type.startsWith('application/json')) form.readJson(request.body)
    else if (typeof request.body === 'string') form.readUrlencoded(request.body)
    return form
  } catch (error) {
    request.raw.resume() // the rest is read and dropped: a client that is still sending would not see the error
    await form.remove()
    throw error
  }
}

class FormBuilder implements Form {
  readonly fields = new Map<string, string>()
  readonly files = new Map<string, SpooledFile>()
  readonly malformed = new Set<string>()
  private readonly spooled: string[] = []

  constructor(private readonly options: FormOptions) {}

  async readMultipart(request: FastifyRequest): Promise<void> {
    let received = 0
    request.raw.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MAX_BODY_BYTES) request.raw.destroy(bodyTooLarge())
    })
    const { fileFields, maxFileBytes } = this.options
    const parts = request.parts({
      isPartAFile: (name) => name !== undefined && fileFields.includes(name),
      limits: { fileSize: maxFileBytes, fieldSize: MAX_FIELD_BYTES, parts: MAX_PARTS },
    })
    for await (const part of fromClient(request, parts)) {
      if (part.type === 'file') await this.spool(request, part)
      else this.setField(part.fieldname, String(part.value ?? ''))
    }
  }

  readJson(body: string): void {
    for (const [name, value] of Object.entries(parseJsonObject(body))) {
      if (value === null) continue
      if (typeof value === 'object') this.malformed.add(name)
      else this.setField(name, String(value))
    }
  }

  readUrlencoded(body: string): void {
    for (const [name, value] of new URLSearchParams(body)) this.setField(name, value)
  }

  async remove(): Promise<void> {
    for (const path of this.spooled) await this.options.workspace.remove(path)
  }

  private setField(name: string, value: string): void {
    const trimmed = value.trim()
    if (trimmed !== '') this.fields.set(name, trimmed)
  }

  private async spool(request: FastifyRequest, part: MultipartFile): Promise<void> {
    const path = this.options.workspace.newPath()
    this.spooled.push(path)
    const hash = createHash('sha256')
    let bytes = 0
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length
        hash.update(chunk)
        done(null, chunk)
      },
    })
    // At the limit, not at the end of the part; a low limit may have been passed before this line is reached.
    const refuse = (): void => void part.file.destroy(fileTooLarge(part.fieldname, this.options.maxFileBytes))
    if (part.file.truncated) refuse()
    else part.file.once('limit', refuse)
    await pipeline(fromClient(request, part.file), counter, createWriteStream(path, { mode: 0o600 }))
    if (bytes > 0) this.files.set(part.fieldname, { path, bytes, sha256: hash.digest('hex') })
  }
}

/** What a client sends, its mistakes told apart from failures of the disk it is written to. */
async function* fromClient<T>(request: FastifyRequest, source: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* source
  } catch (error) {
    if (error instanceof AppError) throw error
    if (request.raw.readableAborted) throw new ClientGone()
    throw new AppError('invalid_request', `The multipart body is malformed: ${(error as Error).message}`)
  }
}

/** What makes two requests the same: operation, field values and file bytes. Not the raw body: its boundary changes. */
export function fingerprintOf(operation: string, form: Form): string {
  const files = [...form.files].map(([name, file]) => [name, file.sha256])
  const facts = [operation, [...form.fields].sort(), [...form.malformed].sort(), files.sort()]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

function parseJsonObject(body: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid_request', 'The JSON body must be an object')
  }
  return value as Record<string, unknown>
}

export const unsupportedType = (): AppError =>
  new AppError(
    'invalid_request',
    'The content type must be multipart/form-data, application/x-www-form-urlencoded or application/json',
  )

const bodyTooLarge = (): AppError =>
  new AppError('file_too_large', `The request body is larger than ${MAX_BODY_BYTES} bytes`)

const fileTooLarge = (parameter: string, maxBytes: number): AppError =>
  new AppError('file_too_large', `${parameter}: the file is larger than ${maxBytes} bytes`, { parameter })
