/**
 * The parameters of a route: what reads each of them, and what the API document says about it. All dialects read their
 * forms here; each has its own words for what is wrong.
 */
import { BadParameter, isMissing, notAllowed, type Reader } from '../parameters/reader.js'
import type { Form } from './form.js'

export interface Field<T> {
  readonly reader: Reader<T>
  readonly description: string
  /** Read where nothing is given. */
  readonly fallback?: string
  readonly required?: true
}

export type Fields = Readonly<Record<string, Field<unknown>>>

/** Undefined where nothing is given, unless there is a fallback. */
export function field<T>(reader: Reader<T>, description: string): Field<T | undefined>
export function field<T>(reader: Reader<T>, description: string, fallback: string): Field<T>
export function field<T>(reader: Reader<T>, description: string, fallback?: string): Field<T | undefined> {
  return { reader, description, ...(fallback !== undefined && { fallback }) }
}

export const requiredField = <T>(reader: Reader<T>, description: string): Field<T> => ({
  reader,
  description,
  required: true,
})

export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never }

/** Every mistake is noted; the values mean something only where there is none. A file is read as the path it is spooled to. */
export function readFields<F extends Fields>(
  fields: F,
  form: Form,
  note: (mistake: BadParameter) => void,
): ValuesOf<F> {
  const values = Object.entries(fields).map(([name, it]) => {
    try {
      return [name, readField(name, it, form)]
    } catch (error) {
      if (!(error instanceof BadParameter)) throw error
      note(error)
      return [name, undefined]
    }
  })
  return Object.fromEntries(values) as ValuesOf<F>
}

function readField(name: string, { reader, fallback, required }: Field<unknown>, form: Form): unknown {
  if (form.malformed.has(name)) throw notAllowed(name, `${reader.allowed}; got an array or an object`)
  const text = form.fields.get(name) ?? (form.files.has(name) ? undefined : fallback)
  if (text !== undefined) return reader.read(text, name)
  const file = form.files.get(name)
  if (!file && required) throw isMissing(name, reader.allowed)
  return file?.path
}

export const isGiven = (name: string, { fields, files, malformed }: Form): boolean =>
  fields.has(name) || files.has(name) || malformed.has(name)
