/** The last touch of a portrait: a dab of light paint in each eye, where the photo has its catchlight. */
import { MESH } from '../../../detect/faces/mesh.js'
import { distanceOf, type Point } from '../../../raster/point.js'
import type { Scene, SceneFace } from '../../scene.js'
import { emptyStroke, type Stroke } from './brush.js'

/** A catchlight is at least this much brighter than the eye around it. */
const BRIGHTER = 0.22

export function dabCatchlights(scene: Scene, draw: (stroke: Stroke) => void): void {
  for (const face of scene.faces) {
    dabEye(scene, face.pupils.left, widthOf(face, MESH.rightEye), draw)
    dabEye(scene, face.pupils.right, widthOf(face, MESH.leftEye), draw)
  }
}

const widthOf = ({ mesh }: SceneFace, { outer, inner }: { outer: number; inner: number }): number =>
  distanceOf(mesh[outer]!, mesh[inner]!)

function dabEye(scene: Scene, pupil: Point, width: number, draw: (stroke: Stroke) => void): void {
  const { brightest, light, mean } = searchLight(scene, pupil, width * 0.17)
  if (!brightest || light - mean < BRIGHTER) return
  const stroke = emptyStroke()
  stroke.x.set([brightest.x, brightest.x + width * 0.02])
  stroke.y.set([brightest.y, brightest.y + width * 0.01])
  stroke.count = 2
  stroke.radius = Math.max(0.9, width * 0.035)
  stroke.red = stroke.green = 250
  stroke.blue = 242
  stroke.opacity = Math.min(0.95, 0.4 + light * 0.6)
  stroke.soft = 0.3
  stroke.marked = 0
  draw(stroke)
}

function searchLight({ luma, width, height }: Scene, { x, y }: Point, reach: number) {
  let [brightest, light, sum, count]: [Point | undefined, number, number, number] = [undefined, 0, 0, 0]
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row++) {
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column++) {
      const value = luma[row * width + column]!
      sum += value
      count += 1
      if (value > light) {
        light = value
        brightest = { x: column + 0.5, y: row + 0.5 }
      }
    }
  }
  return { brightest, light, mean: sum / Math.max(1, count) }
}
