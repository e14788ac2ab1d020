/** Puts a form together from what a scanner finds: a few short texts in memory, files in the workspace. */
import { AppError } from '../../base/errors.js'
import { Base64Decoder } from './base64.js'
import { type FieldLimits, fieldsTooLarge, USUAL_FIELDS } from './limits.js'
import type { PartType, Sink } from './scanner.js'
import { SmallText } from './small-text.js'
import { Spool, type SpooledFile } from './spool.js'

export interface Form {
  /** Of a field that should be base64 and is not, only the beginning. */
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, SpooledFile>
  /** Fields of a JSON body whose value is an array or an object. */
  readonly malformed: ReadonlySet<string>
  /** All values of fields that may have several, in their order. */
  readonly lists: ReadonlyMap<string, readonly string[]>
}

export interface FormRules {
  /** Where a file is spooled; the request removes it. */
  readonly newPath: () => string
  readonly maxFileBytes: number
  /** Parts of these names are files, whatever type or file name they declare; all other parts are text. */
  readonly fileFields: readonly string[]
  /** Fields of these names are files written as base64. */
  readonly base64Fields: readonly string[]
  /** Whether forms are compared later, for which their files are hashed. */
  readonly hashed: boolean
  /** Fields of these names may have several values: given more than once, or as an array of texts. */
  readonly listFields?: readonly string[]
  /** Where fields may be larger or more than usual. */
  readonly limits?: FieldLimits
}

/** Receives the content of one field. */
interface Content {
  add(bytes: Buffer): void
  end(): void
}

const QUOTED_CHARACTERS = 100

export class FormBuilder implements Form, Sink {
  readonly fields = new Map<string, string>()
  readonly files = new Map<string, SpooledFile>()
  readonly malformed = new Set<string>()
  readonly lists = new Map<string, string[]>()
  private open: Spool[] = []
  private content: Content | undefined
  private fieldBytes = 0

  private readonly limits: FieldLimits

  constructor(private readonly rules: FormRules) {
    this.limits = rules.limits ?? USUAL_FIELDS
  }

  value(name: string, value: unknown): void {
    if (value === null) return
    if (this.rules.listFields?.includes(name)) this.addToList(name, value)
    else if (typeof value === 'object') this.malformed.add(name)
    else this.setField(name, String(value))
  }

  begin(name: string, type: PartType): void {
    const { fileFields, base64Fields } = this.rules
    if (fileFields.includes(name)) this.content = this.file(name)
    else if (base64Fields.includes(name)) this.content = this.base64(name)
    else this.content = this.text(name, type)
  }

  data(bytes: Buffer): void {
    this.content?.add(bytes)
  }

  end(): void {
    this.content?.end()
    this.content = undefined
  }

  /** Writes what has arrived; until then it is in memory. */
  async flush(): Promise<void> {
    for (const spool of this.open) await spool.flush()
    this.open = this.open.filter((spool) => !spool.closed)
  }

  /** Stops writing; what has not arrived completely is of no use. */
  async close(): Promise<void> {
    for (const spool of this.open) await spool.close()
  }

  private setField(name: string, value: string): void {
    const trimmed = value.trim()
    if (trimmed !== '') this.fields.set(name, trimmed)
  }

  private addToList(name: string, value: unknown): void {
    const values = Array.isArray(value) ? value : [value]
    if (values.some((it) => typeof it !== 'string')) this.malformed.add(name)
    else this.lists.set(name, [...(this.lists.get(name) ?? []), ...values])
  }

  private file(name: string): Content {
    const spool = this.spool(name)
    return { add: (bytes) => spool.add(bytes), end: () => this.setFile(name, spool) }
  }

  private base64(name: string): Content {
    const spool = this.spool(name)
    const decoder = new Base64Decoder()
    let beginning = ''
    return {
      add: (text) => {
        if (beginning.length < QUOTED_CHARACTERS) {
          beginning = (beginning + text.toString('latin1')).trimStart().slice(0, QUOTED_CHARACTERS)
        }
        spool.add(decoder.push(text))
      },
      end: () => {
        const { bytes, valid } = decoder.end()
        spool.add(bytes)
        if (valid) this.setFile(name, spool)
        else this.dropFile(name, spool, beginning)
      },
    }
  }

  private text(name: string, { charset, json }: PartType): Content {
    const value = new SmallText(this.limits.bytes, () => fieldsTooLarge(this.limits))
    this.countField(name.length)
    return {
      add: (bytes) => {
        this.countField(bytes.length)
        for (const byte of bytes) value.add(byte)
      },
      end: () => {
        const text = decode(value.bytes(), charset)
        this.value(name, json ? parsed(name, text) : text)
      },
    }
  }

  private countField(bytes: number): void {
    this.fieldBytes += bytes
    if (this.fieldBytes > this.limits.bytes) throw fieldsTooLarge(this.limits)
  }

  private spool(parameter: string): Spool {
    const { newPath, maxFileBytes: maxBytes, hashed } = this.rules
    const spool = new Spool({ path: newPath(), parameter, maxBytes, hashed })
    this.open.push(spool)
    return spool
  }

  private setFile(name: string, spool: Spool): void {
    const file = spool.end()
    if (file.bytes === 0) return
    this.files.set(name, file)
    this.fields.delete(name)
  }

  private dropFile(name: string, spool: Spool, text: string): void {
    spool.end()
    if (text.trim() === '') return
    this.fields.set(name, text)
    this.files.delete(name)
  }
}

function decode(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString() // an unknown charset
  }
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_request', `${name} is not valid JSON`, { parameter: name })
  }
}
