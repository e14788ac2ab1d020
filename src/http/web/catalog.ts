/** What the page shows to everybody, signed in or not: styles, formats, limits, errors and a photo to try. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { styleEntries } from '../../catalog/styles.js'
import { AppError } from '../../errors.js'
import { listIdPhotoFormats, listStyles } from '../catalog.js'
import type { HttpParts } from '../parts.js'
import { v1ErrorMeanings } from '../v1/answers.js'

/** On the start page: as different from each other as styles are. */
const SHOWN_STYLES: readonly string[] = ['oil-painting', 'watercolour', 'pencil-sketch']

export function catalogRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { limits, rateLimitPerMinute, resultTtlMs, previewMaxSide } = parts.config

  scope.get('/catalog', async () => ({
    styles: listStyles(parts),
    ...listIdPhotoFormats(),
    limits: { ...limits, rateLimitPerMinute, resultTtlMs, previewMaxSide },
    errors: v1ErrorMeanings,
  }))

  scope.get('/showcase', async () => {
    const { stylePreviews, addresses } = parts
    const urlOf = (name: string): string => `${addresses.cdn()}/styles/${name}`
    const shown = styleEntries().filter(({ id }) => SHOWN_STYLES.includes(id))
    return {
      cutout: urlOf(stylePreviews.cutout),
      idPhoto: urlOf(stylePreviews.idPhoto),
      styles: shown.map((style) => ({ name: style.name, url: urlOf(stylePreviews.nameOf(style)) })),
    }
  })

  scope.get('/sample', async (_request, reply) => {
    const { size } = await stat(parts.samplePhoto).catch(() => {
      throw new AppError('not_found', 'There is no sample photo')
    })
    return reply
      .type('image/jpeg')
      .header('Content-Length', String(size))
      .header('Cache-Control', 'public, max-age=86400')
      .send(createReadStream(parts.samplePhoto))
  })
}
