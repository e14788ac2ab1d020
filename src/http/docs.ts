/** The contract for machines (/v1/openapi.json) and for people (/docs); the page refers to no other host. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { withNamedSchemas } from './document/named-schemas.js'
import { keepQuiet } from './observe.js'
import type { HttpParts } from './parts.js'

// Our own policy: the ready-made one allows outside styles and upgrades to https, which breaks plain-HTTP installs.
const CONTENT_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Without Swagger's own top bar, in the font and colours of our own pages (web/src/style/tokens.css).
const OWN_STYLE = `
  .swagger-ui .topbar { display: none }
  .swagger-ui, .swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-description, .btn, label, p, table) {
    font-family: system-ui, sans-serif; color: #1a1b1e
  }
  .swagger-ui a, .swagger-ui .info a { color: #0f766e }
  .swagger-ui .btn.authorize { border-color: #0f766e; color: #0f766e }
  .swagger-ui .btn.authorize svg { fill: #0f766e }
  .swagger-ui .btn.execute { border-color: #0f766e; background: #0f766e; color: #fff }
  .swagger-ui .info .title { letter-spacing: .28em; font-weight: 500; text-transform: uppercase; font-size: 1.5rem }
  .swagger-ui .info .title small { letter-spacing: normal }
`

export async function documentApi(app: FastifyInstance, { addresses, config }: HttpParts): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Silhouette',
        version: '1',
        description:
          'Background removal, ID photos and portrait styles on your own machine. Every call takes the header ' +
          `\`X-Api-Key\`; ${config.rateLimitPerMinute} images per minute and key by default. ` +
          'A request repeated with the same `Idempotency-Key` within 24 hours gives the first answer ' +
          'again and is not charged.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      externalDocs: { description: 'Guide, playground and account page', url: '/guide' },
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
    },
    transform: ({ schema, url }) => ({ schema: copyOf(schema), url }),
    transformObject: (document) => withNamedSchemas('openapiObject' in document ? document.openapiObject : {}),
  })
  await app.register(async (scope) => {
    keepQuiet(scope)
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null, docExpansion: 'full', defaultModelsExpandDepth: -1 },
      theme: { title: 'Silhouette API', css: [{ filename: 'silhouette.css', content: OWN_STYLE }] },
      staticCSP: CONTENT_POLICY,
    })
  })
  app.get('/v1/openapi.json', { schema: { hide: true } }, async () => ({
    ...app.swagger(),
    servers: [{ url: addresses.base() }],
  }))
}

/** The plug-in changes what it is given. */
const copyOf = <T>(schema: T): T => JSON.parse(JSON.stringify(schema ?? {})) as T
