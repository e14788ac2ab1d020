/** The front door: what this is, where the documentation is, how keys are managed. */
import type { FastifyInstance } from 'fastify'

const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Silhouette</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 10vh auto; padding: 0 1.5rem }
  h1 { letter-spacing: .28em; font-weight: 500; text-transform: uppercase; font-size: 1.5rem }
  code, pre { font: 14px/1.6 ui-monospace, monospace }
  pre { padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; overflow-x: auto }
</style>
<h1>Silhouette</h1>
<p>Background removal on your own machine.</p>
<p><a href="/docs">API documentation</a> · <a href="/v1/openapi.json">OpenAPI document</a></p>
<h2>Account, keys and credits</h2>
<p>They are managed from the command line of the machine that runs this server:</p>
<pre>bin/silhouette account create --email you@example.com
bin/silhouette key create --email you@example.com
bin/silhouette credits grant --email you@example.com --amount 100</pre>
</html>
`

export function homeRoute(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', CONTENT_POLICY).send(page),
  )
}
