/** JSON bodies of the account page, checked against their schema; the first wrong field is named. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../base/errors.js'
import { sendContinue } from '../body/continue.js'

const MAX_BODY_BYTES = 16 * 1024

export const Password = Type.String({ minLength: 1, maxLength: 1000, description: 'a password' })
export const Email = Type.String({ minLength: 1, maxLength: 1000, description: 'an email address' })
export const LinkToken = Type.String({ minLength: 1, maxLength: 200, description: 'the token of the link' })
export const Code = Type.String({ minLength: 1, maxLength: 100, description: 'a code from the authenticator app' })
/** In addresses like `/keys/:id`. */
export interface ById {
  Params: { id: string }
}

/** Nothing but JSON: the types that a form on another site can send without a preflight are refused. */
export function acceptJson(scope: FastifyInstance): void {
  scope.addHook('preParsing', async (_request, reply) => sendContinue(reply))
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
