/** The routes behind the account page: not part of the API, for our own page only. */
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { noSuchRoute, speakDialect } from '../dialect.js'
import type { HttpParts } from '../parts.js'
import { protectData } from '../site/security-headers.js'
import { accountRoutes } from './account.js'
import { acceptJson } from './body.js'
import { byMailRoutes } from './by-mail.js'
import { catalogRoutes } from './catalog.js'
import { createCookies } from './cookies.js'
import { renderWebError } from './errors.js'
import { faceHintRoutes } from './face-hints.js'
import { guardRequests } from './guard.js'
import { jobRoutes } from './jobs.js'
import { keyRoutes } from './keys.js'
import { linkedPhotoRoutes } from './linked-photo.js'
import { operatorRoutes } from './operator.js'
import { operatorAccessRoutes } from './operator-access.js'
import { operatorAccountRoutes } from './operator-accounts.js'
import { queueRoutes } from './queue.js'
import { requestRoutes } from './requests.js'
import { resultRoutes } from './results.js'
import { sessionRoutes } from './session.js'
import { sessionListRoutes } from './session-list.js'
import { twoFactorRoutes } from './two-factor.js'
import { usageRoutes } from './usage.js'
import { visitorRoutes } from './visitors.js'
import { webhookRoutes } from './webhooks.js'

export function web(parts: HttpParts) {
  return async (scope: FastifyInstance): Promise<void> => {
    const secret = await parts.sessions.cookieSecret()
    protectData(scope)
    speakDialect(scope, renderWebError, parts)
    await scope.register(cookie, { secret })
    const cookies = createCookies(secret, parts)
    guardRequests(scope, parts, cookies)
    acceptJson(scope) // after the guard, because it asks for the body
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true } // not part of the public API
    })

    sessionRoutes(scope, parts, cookies)
    byMailRoutes(scope, parts, cookies)
    accountRoutes(scope, parts, cookies)
    sessionListRoutes(scope, parts)
    twoFactorRoutes(scope, parts)
    keyRoutes(scope, parts)
    jobRoutes(scope, parts)
    webhookRoutes(scope, parts)
    usageRoutes(scope, parts)
    queueRoutes(scope, parts)
    requestRoutes(scope, parts)
    resultRoutes(scope, parts)
    catalogRoutes(scope, parts)
    await visitorRoutes(scope, parts)
    linkedPhotoRoutes(scope, parts)
    await faceHintRoutes(scope, parts)
    operatorRoutes(scope, parts)
    operatorAccountRoutes(scope, parts)
    operatorAccessRoutes(scope, parts)
    scope.options('/*', async (request) => {
      throw noSuchRoute(request) // pages of other sites are not told that they may call
    })
  }
}
