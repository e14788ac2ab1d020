/** The APIs of other vendors, on the same core as ours: those that the operator has switched on. */
import type { FastifyInstance } from 'fastify'
import type { Dialect } from '../../config/settings.js'
import { answerPreflight } from '../cors.js'
import { type RenderError, type ShowError, speakDialect } from '../dialect.js'
import { renderClipdropError } from './clipdrop/errors.js'
import { clipdrop } from './clipdrop/index.js'
import { renderPhotoroomError } from './photoroom/errors.js'
import { photoroom } from './photoroom/index.js'
import type { DialectParts } from './picture-route.js'
import { challenge, renderPixianError } from './pixian/errors.js'
import { pixian } from './pixian/index.js'
import { renderRembgError } from './rembg/errors.js'
import { rembg } from './rembg/index.js'

interface Vendor {
  /** The address of its only route. */
  readonly path: string
  readonly render: RenderError
  readonly show?: ShowError
  readonly routes: (scope: FastifyInstance, parts: DialectParts) => void
}

const VENDORS: Readonly<Record<Dialect, Vendor>> = {
  clipdrop: { path: '/remove-background/v1', render: renderClipdropError, routes: clipdrop },
  photoroom: { path: '/v1/segment', render: renderPhotoroomError, routes: photoroom },
  pixian: { path: '/api/v2/remove-background', render: renderPixianError, show: challenge, routes: pixian },
  rembg: { path: '/api/remove', render: renderRembgError, routes: rembg },
}

export async function speakDialects(app: FastifyInstance, parts: DialectParts): Promise<void> {
  for (const name of parts.config.dialects) {
    const { path, render, show, routes } = VENDORS[name]
    const scope = async (it: FastifyInstance): Promise<void> => {
      speakDialect(it, render, parts, show)
      answerPreflight(it, '', { headers: ['X-Api-Key', 'Authorization'] })
      routes(it, parts)
    }
    await app.register(scope, { prefix: path })
  }
}

/** How errors at an address are reported, where it belongs to one of these vendors. */
export function rendererAt(url: string, spoken: readonly Dialect[]): RenderError | undefined {
  const [path = ''] = url.split('?', 1)
  const name = spoken.find((it) => path === VENDORS[it].path || path.startsWith(`${VENDORS[it].path}/`))
  return name && VENDORS[name].render
}
