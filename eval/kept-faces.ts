/** The faces of a photo, found once however often it is asked for. */
import { createHash } from 'node:crypto'
import type { Face, FindFaces } from '../src/imaging/detect/faces/find-faces.js'

export function keptFaces(findFaces: FindFaces): FindFaces {
  const kept = new Map<string, Promise<readonly Face[]>>()
  return async (photo, request) => {
    if (request?.known) return findFaces(photo, request)
    const key = createHash('sha256').update(photo.colour).digest('hex')
    const found = kept.get(key) ?? findFaces(photo)
    kept.set(key, found)
    return found
  }
}
