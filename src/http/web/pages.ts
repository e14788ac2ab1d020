/**
 * The built account page (`dist/web`), at `/`. Every address of the page serves the same file, in the reader's language;
 * the page itself knows what to show. Names under /assets/ contain a hash of their content, so those files may be cached for ever.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { keepQuiet } from '../observe.js'
import type { HttpParts } from '../parts.js'
import { documentIn, LANGUAGE_HEADERS, languageOf } from './language.js'
import { protectPages } from './security-headers.js'

const PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/forgotten-password',
  '/confirm-email',
  '/confirm-sign-up',
  '/keys',
  '/usage',
  '/requests',
  '/results',
  '/playground',
  '/settings',
]
const TREES = ['/guide', '/guide/*', '/docs', '/docs/*', '/operator', '/operator/*']

export function pages(parts: HttpParts) {
  const root = parts.builtPages
  return async (scope: FastifyInstance): Promise<void> => {
    protectPages(scope, parts)
    keepQuiet(scope)
    const hidden = { schema: { hide: true } }
    if (!existsSync(path.join(root, 'index.html'))) {
      for (const url of [...PATHS, ...TREES]) {
        scope.get(url, hidden, async (_request, reply) => reply.type('text/html; charset=utf-8').send(NOT_BUILT))
      }
      return
    }
    await scope.register(fastifyStatic, {
      root,
      wildcard: false, // a route per file: everything else stays a 404, in the words of its dialect
      index: false,
      preCompressed: true, // beside each file, where the build found it worth while
      globIgnore: ['**/*.{br,gz}'],
      cacheControl: false,
      setHeaders: (reply, file) => {
        const forEver = path.basename(path.dirname(file)) === 'assets'
        reply.header('Cache-Control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    for (const url of [...PATHS, ...TREES]) {
      scope.get(url, hidden, (request, reply) => {
        reply.header('Vary', LANGUAGE_HEADERS)
        return reply.sendFile(documentIn(languageOf(request)))
      })
    }
  }
}

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
