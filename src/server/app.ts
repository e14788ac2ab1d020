/** The HTTP side's table of contents. */
import Fastify, { type FastifyInstance } from 'fastify'
import { recordId } from '../base/random-ids.js'
import { holdBackContinue } from '../http/body/continue.js'
import { dropUnreadBodies } from '../http/body/rest.js'
import { compat } from '../http/compat/index.js'
import { allowCrossOrigin, answerPreflight } from '../http/cors.js'
import { speakDialect } from '../http/dialect.js'
import { speakDialects } from '../http/dialects/index.js'
import { documentApi } from '../http/docs.js'
import { closeConnectionsOnShutdown } from '../http/draining.js'
import { acceptForms } from '../http/form.js'
import { healthRoutes } from '../http/health.js'
import { observeRequests } from '../http/observe.js'
import type { HttpParts } from '../http/parts.js'
import { web } from '../http/private/index.js'
import { answerParserError, checkProtocol } from '../http/protocol-errors.js'
import { resultRoutes } from '../http/results.js'
import { notFoundPage } from '../http/site/not-found.js'
import { pages } from '../http/site/pages.js'
import { stylePreviewRoute } from '../http/style-previews.js'
import { traceRequests } from '../http/trace-requests.js'
import { renderV1Error } from '../http/v1/errors.js'
import { v1 } from '../http/v1/index.js'

export async function buildApp(parts: HttpParts): Promise<FastifyInstance> {
  const { trustedProxies } = parts.config.server
  const requestId = (): string => recordId('req', parts.clock())
  const app = Fastify({
    logger: false,
    genReqId: requestId,
    requestTimeout: 120_000, // to receive a request: a client cannot hold a connection by sending a byte now and then
    forceCloseConnections: 'idle',
    // Paths that cannot be decoded, or are longer than any of ours, are a 404 like others, in the words of their dialect.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : url.replaceAll('%', '%25')),
    routerOptions: { maxParamLength: 20_000 },
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    return503OnClosing: false, // while draining, each dialect answers in its own words
    http: { requireHostHeader: false }, // checked by us, and answered in the words of the dialect
    clientErrorHandler: (error, socket) => answerParserError(error, socket, requestId(), parts.config.dialects),
  })
  // Response schemas only document: by default Fastify would drop every field that they do not name.
  app.setSerializerCompiler(() => JSON.stringify)

  traceRequests(app, parts.tracer)
  observeRequests(app, parts)
  allowCrossOrigin(app)
  dropUnreadBodies(app)
  holdBackContinue(app)
  closeConnectionsOnShutdown(app)
  checkProtocol(app)
  // For everything outside the dialects; must come before its routes.
  speakDialect(app, renderV1Error, parts, notFoundPage(parts))
  answerPreflight(app)
  acceptForms(app)
  await documentApi(app, parts)

  healthRoutes(app, { ...parts, readiness: () => parts.status.readiness(app.isDraining()) })
  stylePreviewRoute(app, parts)
  await app.register(v1(parts), { prefix: '/v1' })
  resultRoutes(app, parts)
  await app.register(compat(parts), { prefix: '/v1.0' })
  await speakDialects(app, parts)
  await app.register(web(parts), { prefix: '/web' })
  await app.register(pages(parts))
  return app
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}
