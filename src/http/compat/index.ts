/** The /v1.0 dialect: what clients of remove.bg send and expect, on the same core as /v1. */
import type { FastifyInstance } from 'fastify'
import { answerPreflight } from '../cors.js'
import { speakDialect, type Told } from '../dialect.js'
import type { HttpParts } from '../parts.js'
import { accountRoute } from './account.js'
import { type CutoutParts, cutoutRoutes } from './cutout.js'
import { renderCompatError } from './errors.js'

export function compat(parts: CutoutParts & Told & Pick<HttpParts, 'accounts'>) {
  return async (scope: FastifyInstance): Promise<void> => {
    speakDialect(scope, renderCompatError, parts)
    answerPreflight(scope)
    cutoutRoutes(scope, parts)
    accountRoute(scope, parts)
  }
}
