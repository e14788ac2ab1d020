/** Routes of /v1 with parameters in the address: read like those of a form, and unknown ones are refused. */
import type { FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { Scope } from '../../base/scopes.js'
import { requireApiKey } from '../auth.js'
import { describe, requiring, type Schemas } from '../document/bodies.js'
import type { Fields, ValuesOf } from '../fields.js'
import type { HttpParts } from '../parts.js'
import { readParameters } from './parameters.js'

/** Fastify's own validation is off: `readQuery` explains what is wrong. A route that documents no parameters takes none. */
export const keyRouteOptions = (
  parts: Pick<HttpParts, 'keys'>,
  schema: FastifySchema,
  scope?: Scope,
): RouteShorthandOptions => ({
  schema: { ...schema, security: [{ apiKey: [] }] },
  validatorCompiler: () => () => true,
  onRequest: requireApiKey(parts, scope),
  ...(!schema.querystring && { preHandler: async (request) => void readQuery({}, request) }),
})

/** For the document. */
export function querySchema(fields: Fields): object {
  const all = Object.entries(describe(fields))
  const of = (required: boolean): Schemas =>
    Object.fromEntries(all.filter(([name]) => (fields[name]?.required ?? false) === required))
  return requiring(of(true), of(false))
}

/** Of a parameter that is given more than once, the last value that is not empty. */
export function readQuery<F extends Fields>(fields: F, { query }: FastifyRequest): ValuesOf<F> {
  const given = Object.entries(query as Record<string, string | string[]>).flatMap(([name, values]) => {
    const value = [values].flat().findLast((text) => text !== '')
    return value === undefined ? [] : [[name, value] as const]
  })
  return readParameters(
    fields,
    { fields: new Map(given), files: new Map(), lists: new Map(), malformed: new Set() },
    { strict: true },
  )
}
