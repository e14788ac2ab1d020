/** The API document, and whether something fits it. */
import type { LightMyRequestResponse } from 'fastify'
import { Value } from 'typebox/value'
import { expect } from 'vitest'

export interface Schema {
  readonly $ref?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Content {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly object[]
  readonly security: readonly Record<string, string[]>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers: Readonly<Record<string, { readonly schema: Schema & { readonly type: string } }>>
        readonly content?: Readonly<Record<string, Content>>
      }
    >
  >
}

export interface ApiDocument {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export const fits = ({ components }: ApiDocument, schema: Schema, value: unknown): boolean =>
  Value.Check(whole(schema, components.schemas) as object, value)

/** With what its references stand for in their places. */
function whole(node: unknown, schemas: ApiDocument['components']['schemas']): unknown {
  if (Array.isArray(node)) return node.map((it) => whole(it, schemas))
  if (typeof node !== 'object' || node === null) return node
  const { $ref } = node as Schema
  if ($ref !== undefined) return whole(schemas[$ref.replace('#/components/schemas/', '')], schemas)
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, whole(value, schemas)]))
}

/** All fields of a body, whatever they are combined of. */
export function fieldsOf<Field>({ components }: ApiDocument, schema: Schema): Record<string, Field> {
  const found: Record<string, Field> = {}
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, field] of Object.entries((node as { properties?: Record<string, Field> }).properties ?? {})) {
      if (field) found[name] = field // false: shut out by another
    }
    for (const part of Object.values(node)) if (Array.isArray(part)) part.forEach(collect)
  }
  collect(whole(schema, components.schemas))
  return found
}

/** Those that say something about the request or the picture; not those of every answer, of CORS, or of the connection. */
const isOurs = (header: string): boolean =>
  /^(x-|retry-after$|idempotent|etag$|accept-ranges$|content-range$|location$)/.test(header)

/** Status, headers and body are as the document has them. */
export function expectDocumented(document: ApiDocument, operation: Operation, answer: LightMyRequestResponse): void {
  const what = `${operation.operationId} ${answer.statusCode}`
  const response = operation.responses[answer.statusCode]
  if (!response) throw new Error(`${what} is not documented: ${answer.body}`)
  const known = new Map(Object.entries(response.headers).map(([name, it]) => [name.toLowerCase(), it.schema]))
  for (const [name, value] of Object.entries(answer.headers)) {
    const schema = known.get(name)
    if (isOurs(name)) expect(schema, `${what}: header ${name}`).toBeDefined()
    if (schema)
      expect(
        fits(document, schema, schema.type === 'integer' || schema.type === 'number' ? Number(value) : value),
        name,
      ).toBe(true)
  }
  if (answer.rawPayload.length === 0) {
    expect(response.content, what).toBeUndefined()
    return
  }
  const [type = ''] = String(answer.headers['content-type']).split(';')
  const content = response.content?.[type]
  if (!content) throw new Error(`${what}: ${type} is not documented`)
  if (type === 'application/json')
    expect(fits(document, content.schema, answer.json()), `${what}: ${answer.body}`).toBe(true)
}
