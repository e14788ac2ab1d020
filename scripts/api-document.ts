/** The API document, as a server with default settings publishes it; what is drawn from it needs no server. */
import Fastify from 'fastify'
import { loadConfig } from '../src/config/load.js'
import { compat } from '../src/http/compat/index.js'
import { documentApi } from '../src/http/docs.js'
import { acceptForms } from '../src/http/form.js'
import type { HttpParts } from '../src/http/parts.js'
import { resultRoutes } from '../src/http/results.js'
import { v1 } from '../src/http/v1/index.js'

export async function apiDocument(): Promise<object> {
  // Nothing is asked of this app but its document, and for that it needs no more.
  const addresses = { base: () => '', cdn: () => '' }
  const parts = { config: loadConfig({}), networks: [] as readonly string[], addresses } as HttpParts
  const app = Fastify()
  app.setSerializerCompiler(() => JSON.stringify)
  acceptForms(app)
  await documentApi(app, parts)
  await app.register(v1(parts), { prefix: '/v1' })
  resultRoutes(app, parts)
  await app.register(compat(parts), { prefix: '/v1.0' })
  await app.ready()
  return app.swagger()
}
