/** The contract for machines. The page for people, /docs, is part of the site (web/src/pages/reference). */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { version } from '../base/version.js'
import { creditsInWords, priceInWords } from '../catalog/prices.js'
import type { Config } from '../config/config.js'
import { withNamedSchemas } from './document/named-schemas.js'
import { limitsInWords } from './limits-in-words.js'
import type { HttpParts } from './parts.js'
import { RESULT_PATH } from './results.js'

export async function documentApi(
  app: FastifyInstance,
  { addresses, config }: Pick<HttpParts, 'addresses' | 'config'>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Silhouette',
        version,
        description:
          'Background removal, ID photos and portrait styles on your own machine. Every call except for results needs ' +
          `the header \`X-Api-Key\`; ${config.rateLimitPerMinute} images per minute and key by default, ` +
          `${config.accountRateLimit} per account. Prices: ${pricesInWords(config)}. Previews are free and watermarked, and ` +
          `unlimited accounts pay nothing and get no watermark. ${openingInWords(config)} Results are kept for ` +
          `${limitsInWords(config).resultLife}. ` +
          'A request repeated with the same `Idempotency-Key` within 24 hours gets the first answer ' +
          'again and is not charged.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      externalDocs: { description: 'Guide, playground and account page', url: '/guide' },
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
    },
    transform: ({ schema, url }) => ({ schema: copyOf(schema), url }),
    transformObject: (document) => withNamedSchemas('openapiObject' in document ? document.openapiObject : {}),
  })
  // The second is its former address, which clients may have built in.
  for (const url of ['/v1/openapi.json', '/docs/json']) {
    app.get(url, { schema: { hide: true } }, async () => withServers(app.swagger(), addresses))
  }
}

const pricesInWords = ({ prices }: Config): string =>
  [`a cut-out ${priceInWords(prices.remove)}`, `an ID photo ${priceInWords(prices['id-photo'])}`]
    .concat(`a portrait style ${priceInWords(prices['portrait-style'])}`)
    .join(', ')

const openingInWords = ({ unlimited, freeCredits }: Config): string =>
  unlimited === 'all'
    ? 'On this server all accounts are unlimited.'
    : `New accounts have ${creditsInWords(freeCredits)}.`

interface Paths {
  readonly paths?: Readonly<Record<string, { readonly get?: object } | undefined>>
}

/** Addresses are known only once the server listens. Results may be served from another one. */
function withServers(document: Paths, { base, cdn }: HttpParts['addresses']): object {
  const get = { ...document.paths?.[RESULT_PATH]?.get, servers: [{ url: cdn() }] }
  return { ...document, servers: [{ url: base() }], paths: { ...document.paths, [RESULT_PATH]: { get } } }
}

/** The plug-in changes what it is given. */
const copyOf = <T>(schema: T): T => JSON.parse(JSON.stringify(schema ?? {})) as T
