/** The /v1 dialect. */
import type { FastifyInstance } from 'fastify'
import type { CatalogParts } from '../catalog.js'
import { answerPreflight } from '../cors.js'
import { speakDialect, type Told } from '../dialect.js'
import type { HttpParts } from '../parts.js'
import { accountRoute } from './account.js'
import { renderV1Error } from './errors.js'
import { idPhotoRoutes } from './id-photo.js'
import type { ImageRouteParts } from './image-route.js'
import { type JobRouteParts, jobRoutes } from './jobs/routes.js'
import { portraitStyleRoutes } from './portrait-style.js'
import { presetsRoute } from './presets.js'
import { removeRoute } from './remove.js'
import { resultRoutes } from './results.js'
import { usageRoute } from './usage.js'

export type V1Parts = ImageRouteParts &
  JobRouteParts &
  CatalogParts &
  Told &
  Pick<HttpParts, 'results' | 'accounts' | 'history'>

export function v1(parts: V1Parts) {
  return async (scope: FastifyInstance): Promise<void> => {
    speakDialect(scope, renderV1Error, parts)
    answerPreflight(scope)
    removeRoute(scope, parts)
    presetsRoute(scope, parts)
    portraitStyleRoutes(scope, parts)
    idPhotoRoutes(scope, parts)
    resultRoutes(scope, parts)
    accountRoute(scope, parts)
    usageRoute(scope, parts)
    jobRoutes(scope, parts)
  }
}
