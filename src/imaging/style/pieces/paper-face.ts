/** Eyes, brows, nose and lips of a paper cut: small sheets of their own, laid one by one. */
import type { Point } from '../../raster/point.js'
import type { Canvas, Rgb } from '../canvas.js'
import { meanUnder, mixed, saturated, scaled } from '../colours.js'
import { type Cover, clipCover, coverDisc, coverPolygon, coverStroke } from '../cover.js'
import { eyeColoursOf } from '../faces/eye-colours.js'
import type { Eye, FaceOutline } from '../faces/face-outline.js'
import { scalePolygon } from '../polygon.js'
import type { Scene } from '../scene.js'
import { laySheet, type SheetLook, shapeOf } from './paper-sheets.js'

/** Small sheets: they lie nearly flat. */
const FLAT: SheetLook = { lift: 2, shadow: 0.32 }

export function layFeatures(canvas: Canvas, scene: Scene, photo: Canvas, outline: FaceOutline): void {
  const inside = (points: readonly Point[]): Cover => coverPolygon(points, scene)
  const lay = (cover: Cover, fill: Rgb): void => laySheet(canvas, scene, shapeOf(cover), fill, FLAT)
  const tone = (cover: Cover, saturation: number): Rgb => saturated(meanUnder(photo, cover), saturation)
  for (const brow of outline.brows) {
    const cover = inside(scalePolygon(brow, 1.04))
    lay(cover, scaled(tone(cover, 1.1), 0.72))
  }
  const noseWidth = Math.max(1, scene.faceHeight * 0.012)
  const noseTone = tone(
    coverStroke(outline.nose, scene, () => noseWidth * 3),
    1.15,
  )
  lay(
    coverStroke(outline.nose.slice(1, -1), scene, (t) => noseWidth * (0.4 + 2.4 * t * (1 - t))),
    scaled(noseTone, 0.68),
  )
  const lip = tone(inside(outline.lowerLip), 1.35)
  lay(inside(outline.lowerLip), lip)
  const mouth = inside(outline.mouth)
  const mouthTone = tone(mouth, 0.6)
  const showsTeeth = mouthTone[0] + mouthTone[1] + mouthTone[2] > 300
  lay(mouth, showsTeeth ? mixed(mouthTone, [246, 240, 232], 0.6) : scaled(lip, 0.4))
  lay(inside(outline.upperLip), scaled(tone(inside(outline.upperLip), 1.35), 0.88))
  for (const eye of outline.eyes) layEye(lay, scene, eye, outline.eyes)
}

function layEye(lay: (cover: Cover, fill: Rgb) => void, scene: Scene, eye: Eye, eyes: readonly Eye[]): void {
  const lash: Rgb = [32, 24, 26]
  if (eye.isOpen) {
    const { white, iris } = eyeColoursOf(eye, eyes, scene)
    const lids = coverPolygon(scalePolygon(eye.lids, 1.06), scene)
    const inEye = (cover: Cover): Cover => clipCover(cover, lids)
    lay(lids, white)
    lay(inEye(coverDisc(eye.iris, eye.radius * 1.08, scene)), iris)
    lay(inEye(coverDisc(eye.iris, eye.radius * 0.52, scene)), [20, 16, 18])
    const spark = { x: eye.iris.x - eye.radius * 0.36, y: eye.iris.y - eye.radius * 0.38 }
    lay(coverDisc(spark, eye.radius * 0.24, scene), [252, 252, 250])
  }
  lay(
    coverStroke(eye.upper, scene, (t) => eye.width * (0.09 - 0.05 * t)),
    lash,
  )
}
