/** Mattes and how sure they are, cached on disk by the content of the photo and how finely it was looked at: each takes seconds and rarely changes. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
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
    const confidence = Number(await readFile(`${file}.txt`, 'utf8').catch(() => Number.NaN))
    if (kept?.length === photo.width * photo.height && !Number.isNaN(confidence))
      return { alpha: new Uint8Array(kept), confidence }
    const found = await findSubject(photo, { ...request, certainty: true })
    await mkdir(folder, { recursive: true })
    await sharp(found.alpha, { raw: { width: photo.width, height: photo.height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toFile(file)
    await writeFile(`${file}.txt`, String(found.confidence))
    return found
  }
}
