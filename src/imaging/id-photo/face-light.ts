/** How the face is lit: shares of shadows and highlights in the result, and the balance of its cheeks in the photo. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import { crossingsAt } from '../raster/crossings.js'
import type { Cutout, Photo } from '../raster/picture.js'
import { distanceOf, type Point } from '../raster/point.js'
import { lightnessAt, quantileOf } from './lightness-at.js'

const DARK = 10
const BRIGHT = 245
/** In good light some of every face is brighter than this, however dark its skin: sheen, teeth, the white of the eyes. */
const LIT = 128

/** Shares of the face: those without any detail, and what is lit. `oval` runs around it, in pixels of the result. */
export function faceLight(
  { width, height, colour }: Pick<Cutout, 'width' | 'height' | 'colour'>,
  oval: readonly Point[],
) {
  let [pixels, dark, bright, lit] = [0, 0, 0, 0]
  const top = Math.max(0, Math.floor(Math.min(...oval.map(({ y }) => y))))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...oval.map(({ y }) => y))))
  for (let y = top; y <= bottom; y++) {
    const crossings = crossingsAt(oval, y + 0.5)
    const left = Math.max(0, Math.ceil(Math.min(...crossings) - 0.5))
    const right = Math.min(width - 1, Math.floor(Math.max(...crossings) - 0.5))
    for (let x = left; x <= right; x++) {
      const at = (y * width + x) * 3
      const luminance = 0.2126 * colour[at]! + 0.7152 * colour[at + 1]! + 0.0722 * colour[at + 2]!
      pixels += 1
      if (luminance < DARK) dark += 1
      if (luminance > BRIGHT) bright += 1
      if (luminance > LIT) lit += 1
    }
  }
  const all = Math.max(1, pixels)
  return { tooDark: dark / all, tooBright: bright / all, lit: lit / all }
}

/** Around the points, in eye distances. */
const GRID = [-0.06, -0.03, 0, 0.03, 0.06]

/** Lightness of the cheek on the left of the picture over that on the right: skin on both sides, whatever the hair covers. */
export function lightBalance(photo: Photo, { mesh, pupils }: Face): number {
  const apart = distanceOf(pupils.left, pupils.right)
  const lightnessOf = (points: readonly number[]): number =>
    quantileOf(
      points.flatMap((point) => {
        const { x, y } = mesh[point]!
        return GRID.flatMap((dy) => GRID.map((dx) => lightnessAt(photo, { x: x + dx * apart, y: y + dy * apart })))
      }),
      0.5,
    )
  return (lightnessOf(MESH.besideNose.right) + 1) / (lightnessOf(MESH.besideNose.left) + 1)
}
