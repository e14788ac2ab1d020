/**
 * Photos in folders without a manifest:
 *
 *   FOLDER/photos/NAME.jpg   a photo
 *   FOLDER/masks/NAME.png    its truth: white where the subject is
 *
 * Where no masks are needed, the photos may be in FOLDER itself.
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'

const PICTURE = /\.(jpe?g|png|webp|bmp)$/i

const nameOf = (file: string): string => path.parse(file).name

async function picturesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => PICTURE.test(name)).sort()
}

export async function plainPhotos(folder: string): Promise<{ id: string; file: string }[]> {
  for (const place of [path.join(folder, 'photos'), folder]) {
    const names = await picturesIn(place)
    if (names.length > 0) return names.map((name) => ({ id: nameOf(name), file: path.join(place, name) }))
  }
  return []
}

/** Photos that have a mask of the same name. */
export async function plainPairs(folder: string): Promise<{ id: string; file: string; mask: string }[]> {
  const masks = new Map((await picturesIn(path.join(folder, 'masks'))).map((name) => [nameOf(name), name]))
  return (await plainPhotos(folder)).flatMap(({ id, file }) => {
    const mask = masks.get(id)
    return mask === undefined ? [] : [{ id, file, mask: path.join(folder, 'masks', mask) }]
  })
}
