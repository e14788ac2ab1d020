/**
 * The built account page (`dist/web`), at `/`. Every address of the page serves the same file, in the reader's language;
 * the page itself knows what to show. Names under /assets/ contain a hash of their content, so those files may be cached forever.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../base/errors.js'
import { keepQuiet } from '../observe.js'
import type { HttpParts } from '../parts.js'
import { documentIn, LANGUAGE_HEADERS, languageOf } from './language.js'
import { protectPages } from './security-headers.js'

const PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
  '/sign-in-link',
  '/reset-password',
  '/forgotten-password',
  '/confirm-email',
  '/confirm-sign-up',
  '/keys',
  '/jobs',
  '/webhooks',
  '/usage',
  '/requests',
  '/results',
  '/playground',
  '/settings',
]
/** Pages with others below them. The reference has one for each operation of the API document. */
const TREES: Readonly<Record<string, readonly string[]>> = {
  '/guide': ['errors', 'limits', 'remove-bg', 'id-photos', 'styles'],
  '/operator': ['health', 'requests', 'audit', 'settings'],
  '/docs': [],
}
const ADDRESSES = [
  ...PATHS,
  ...Object.entries(TREES)
    .flatMap(([tree, names]) => [tree, ...names.map((name) => `${tree}/${name}`)])
    .flatMap((address) => [address, `${address}/`]),
]

export function pages(parts: Pick<HttpParts, 'builtPages' | 'addresses'>) {
  const root = parts.builtPages
  return async (scope: FastifyInstance): Promise<void> => {
    protectPages(scope, parts)
    keepQuiet(scope)
    const hidden = { schema: { hide: true } }
    if (!existsSync(path.join(root, 'index.html'))) {
      for (const url of [...ADDRESSES, '/docs/*']) {
        scope.get(url, hidden, async (_request, reply) => reply.type('text/html; charset=utf-8').send(NOT_BUILT))
      }
      return
    }
    await scope.register(fastifyStatic, {
      root,
      wildcard: false, // a route per file: everything else stays a 404 of its dialect
      index: false,
      preCompressed: true, // beside each file, where the build made one
      globIgnore: ['**/*.{br,gz}'],
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = path.basename(path.dirname(file)) === 'assets'
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      reply.header('Vary', LANGUAGE_HEADERS)
      return reply.sendFile(documentIn(languageOf(request)))
    }
    for (const url of ADDRESSES) scope.get(url, hidden, sendPage)
    let operations: Set<string | undefined> | undefined
    scope.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) => {
      operations ??= operationsIn(scope.swagger() as Documented)
      if (operations.has(request.params['*'].replace(/\/$/, ''))) return sendPage(request, reply)
      throw new AppError('not_found', 'The reference has no such page; /docs lists all')
    })
  }
}

interface Documented {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
}

/** Each has a page of its own in the reference. */
const operationsIn = ({ paths = {} }: Documented): Set<string | undefined> =>
  new Set(Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)))

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Silhouette</title>
<h1>Silhouette</h1>
<p>The account page is not built yet: run <code>npm run build</code> and start the server again.</p>
<p>The API works all the same: <a href="/v1/openapi.json">its document</a>.</p>
</html>
`
