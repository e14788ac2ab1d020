/** The /v1 dialect. */
import type { FastifyInstance } from 'fastify'
import { answerPreflight } from '../cors.js'
import { speakDialect } from '../dialect.js'
import type { HttpParts } from '../parts.js'
import { renderV1Error } from './errors.js'
import { idPhotoRoutes } from './id-photo.js'
import { portraitStyleRoutes } from './portrait-style.js'
import { removeRoute } from './remove.js'

export function v1(parts: HttpParts) {
  return async (scope: FastifyInstance): Promise<void> => {
    speakDialect(scope, renderV1Error, parts)
    answerPreflight(scope)
    removeRoute(scope, parts)
    portraitStyleRoutes(scope, parts)
    idPhotoRoutes(scope, parts)
  }
}
