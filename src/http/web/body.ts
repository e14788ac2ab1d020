/** JSON bodies of the account page, checked against their schema; the first wrong field is named. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../errors.js'
import { letBodyCome } from '../body/continue.js'

const MAX_BODY_BYTES = 16 * 1024

/** Nothing but JSON: the types that a form on another site can send without a preflight are refused. */
export function acceptJson(scope: FastifyInstance): void {
  scope.addHook('preParsing', async (_request, reply) => letBodyCome(reply))
  scope.removeAllContentTypeParsers()
  const asText = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
  scope.addContentTypeParser('application/json', asText, (_request, body, done) => done(null, body))
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('invalid_request', 'The content type must be application/json')),
  )
}

export function readBody<T extends TObject>(schema: T, request: FastifyRequest): Static<T> {
  const values = parseObject(request.body)
  const read: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties as Record<string, TSchema>)) {
    if (values[name] === undefined && Type.IsOptional(property)) continue
    if (!Value.Check(property, values[name])) {
      const { description } = property as { description?: string }
      throw new AppError('invalid_request', `${name} must be ${description}`, { parameter: name })
    }
    read[name] = values[name]
  }
  return read as Static<T>
}

function parseObject(body: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(body ?? ''))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // reported below
  }
  throw new AppError('invalid_request', 'The body must be a JSON object')
}
