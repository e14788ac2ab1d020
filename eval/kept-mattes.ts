/** Mattes cached on disk by the content of the photo and how finely it was looked at: each takes seconds and rarely changes. */
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { FindSubject } from '../src/imaging/matte/find-subject.js'

export function keptMattes(findSubject: FindSubject, folder: string): FindSubject {
  return async (photo, request) => {
    const hash = createHash('sha256').update(photo.colour).digest('hex').slice(0, 24)
    const file = path.join(folder, `${hash}${request.enough ? `-${request.enough}` : ''}.png`)
    const kept = await sharp(file)
      .toColourspace('b-w')
      .raw()
      .toBuffer()
      .catch(() => undefined)
    if (kept?.length === photo.width * photo.height) return { alpha: new Uint8Array(kept) }
    const found = await findSubject(photo, request)
    await mkdir(folder, { recursive: true })
    await sharp(found.alpha, { raw: { width: photo.width, height: photo.height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toFile(file)
    return found
  }
}
