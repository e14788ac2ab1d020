/** The API document as the page shows it: one entry per route, everything about it in reading order. */
import {
  type ApiDocument,
  createSchemaReader,
  type Field,
  type Schema,
  type ValueWords,
  withoutDefault,
} from './schemas.js'

export interface DocumentParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface DocumentAnswer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema?: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
    >
  >
}

export interface DocumentOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly DocumentParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, DocumentAnswer>>
  readonly security?: readonly object[]
}

export interface Parameter {
  readonly name: string
  readonly place: 'body' | 'header' | 'query' | 'path'
  readonly required: boolean
  readonly isFile: boolean
  /** All that are allowed, where there is a list. */
  readonly choices: readonly string[]
  /** What is allowed, in words. */
  readonly values: string
  readonly default?: string
  readonly text: string
}

export interface Named {
  readonly name: string
  readonly text: string
}

export interface Answer {
  /** `201`, or `default`. */
  readonly status: string
  readonly text: string
  readonly types: readonly string[]
  readonly headers: readonly Named[]
  readonly fields: readonly Named[]
  readonly examples: readonly { readonly name: string; readonly json: string }[]
}

export interface Route {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly group: string
  readonly summary: string
  readonly text: string
  /** Takes no key. */
  readonly isOpen: boolean
  readonly encodings: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly answers: readonly Answer[]
  readonly errors: readonly Answer[]
}

/** Shown first, wherever they are in the document. */
export const isPhoto = ({ name }: Pick<Field, 'name'>): boolean => name.startsWith('image_')

/** A success or a redirect; anything else is an error. */
export const isGiven = ([status]: readonly [string, DocumentAnswer]): boolean => /^[23]/.test(status)

export function readDocument(document: ApiDocument<DocumentOperation>, words: ValueWords): readonly Route[] {
  const { fieldsOf, valuesOf, allowedIn } = createSchemaReader(document, words)

  const parameter = (field: Field, place: Parameter['place']): Parameter => {
    const { name, required = false, schema } = field
    const said = withoutDefault(field.description ?? schema.description ?? '')
    return {
      name,
      place,
      required,
      isFile: schema.format === 'binary',
      choices: allowedIn(schema),
      values: valuesOf(schema),
      ...said,
    }
  }
  const answer = ([status, { description, headers = {}, content = {} }]: [string, DocumentAnswer]): Answer => {
    const fields = Object.values(content).flatMap(({ schema }) => (schema ? fieldsOf(schema) : []))
    const examples = Object.values(content).flatMap(({ examples = {} }) => Object.entries(examples))
    return {
      status,
      text: description,
      types: Object.keys(content),
      headers: Object.entries(headers).map(([name, { description: text = '' }]) => ({ name, text })),
      fields: fields.map(({ name, schema }) => ({ name, text: schema.description ?? '' })),
      examples: examples.map(([name, { value }]) => ({ name, json: JSON.stringify(value, null, 2) })),
    }
  }
  const route = (path: string, method: string, operation: DocumentOperation): Route => {
    const { operationId: id, tags = [], summary, description = '', parameters = [], requestBody, responses } = operation
    const [body] = Object.values(requestBody?.content ?? {})
    const fields = body ? fieldsOf(body.schema) : []
    const sorted = [...fields.filter(isPhoto), ...fields.filter((field) => !isPhoto(field))]
    const answers = Object.entries(responses)
    return {
      id,
      method: method.toUpperCase() as Route['method'],
      path,
      group: tags[0] ?? '',
      summary,
      text: description,
      isOpen: operation.security?.length === 0,
      encodings: Object.keys(requestBody?.content ?? {}),
      parameters: [
        ...sorted.map((field) => parameter(field, 'body')),
        ...parameters.map((outside) => parameter(outside, placeOf(outside))),
      ],
      answers: answers.filter(isGiven).map(answer),
      errors: answers.filter((entry) => !isGiven(entry)).map(answer),
    }
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => route(path, method, operation)),
  )
}

function placeOf({ in: place }: DocumentParameter): Parameter['place'] {
  return place === 'header' || place === 'path' ? place : 'query'
}
