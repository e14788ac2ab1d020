/**
 * Glasses as they are on the photo, as clean dark lines over the drawn eyes. They are there when a dark bar crosses the
 * bridge of the nose; without one, nothing is drawn, so that no wrinkle becomes a frame.
 */
import { Type } from 'typebox'
import { componentsOf } from '../../raster/components.js'
import { lengthOf, type Point } from '../../raster/point.js'
import { eachChannel, hexColour, mixPixel, smoothstep } from '../canvas.js'
import { coherentLines } from '../coherent-lines.js'
import { BROWS, NOSE, pointsOf } from '../faces/face-parts.js'
import { faceHeightOf } from '../faces/face-regions.js'
import { framedEyesOf } from '../faces/framed-eye.js'
import type { Scene, SceneFace } from '../scene.js'
import { amount, defineStep, hex } from '../step.js'

export const glasses = defineStep(
  {
    /** Width of the lines in thousandths of the face's height. */
    line: amount(1, 20),
    /** Default: the frame's own colour, darker. */
    colour: Type.Optional(hex()),
  },
  (canvas, scene, { line = 6, colour }) => {
    const paint = colour === undefined ? undefined : hexColour(colour)
    for (const face of scene.faces) {
      const size = faceHeightOf(face)
      const sigma = Math.max(0.6, (line / 1000) * size)
      const zone = zoneOf(face, scene, size)
      if (zone.width < 4 || zone.height < 4) continue
      const luma = new Float32Array(zone.width * zone.height)
      for (let y = 0, i = 0; y < zone.height; y++) {
        const row = (zone.top + y) * scene.width + zone.left
        for (let x = 0; x < zone.width; x++, i++) luma[i] = scene.luma[row + x]!
      }
      const { ink } = coherentLines(luma, zone.width, zone.height, { sigma, sharpness: 20, level: -1, softness: 16 })
      if (!hasBar(ink, zone, face, size)) continue
      keepLong(ink, zone, LONG * size)
      const eyes = framedEyesOf(face, scene)
      const nose = face.mesh[NOSE.tip]!
      const noseTop = face.mesh[NOSE.bridge[2]]!.y
      for (let y = 0, i = 0; y < zone.height; y++) {
        for (let x = 0; x < zone.width; x++, i++) {
          if (ink[i]! < 0.2) continue
          const [px, py] = [zone.left + x, zone.top + y]
          // The drawn eyes are in nobody's way.
          const free = eyes.reduce((least, { centre, along, down, width }) => {
            const [dx, dy] = [px - centre.x, py - centre.y]
            const t = (dx * along.x + dy * along.y) / width
            const v = (dx * down.x + dy * down.y) / width
            return Math.min(least, smoothstep(0.62, 0.74, lengthOf(t, v * 1.35)))
          }, 1)
          if (py > noseTop && Math.abs(px - nose.x) < 0.07 * size) continue
          const at = (py * scene.width + px) * 3
          const frame = paint ?? eachChannel((c) => scene.photo[at + c]! * 0.45)
          mixPixel(canvas.colour, at, frame, smoothstep(0.35, 0.6, ink[i]!) * free * scene.subject[at / 3]!)
        }
      }
    }
  },
)

/** Shorter lines, in heights of the face, are lashes, wrinkles and reflections. */
const LONG = 0.16

function keepLong(ink: Float32Array, { width }: Zone, length: number): void {
  const { count, labels } = componentsOf(
    Uint8Array.from(ink, (value) => (value > 0.35 ? 255 : 0)),
    width,
  )
  const ends = Array.from({ length: count + 1 }, () => ({ left: width, right: 0 }))
  for (let i = 0; i < labels.length; i++) {
    const end = ends[labels[i]!]!
    end.left = Math.min(end.left, i % width)
    end.right = Math.max(end.right, i % width)
  }
  for (let i = 0; i < labels.length; i++) {
    const { left, right } = ends[labels[i]!]!
    if (labels[i] === 0 || right - left < length) ink[i] = 0
  }
}

interface Zone {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** From temple to temple, from the brows to the tip of the nose. */
function zoneOf(face: SceneFace, scene: Scene, size: number): Zone {
  const points = [
    ...pointsOf(face, [127, 356, NOSE.tip]),
    ...pointsOf(face, BROWS.right.lower),
    ...pointsOf(face, BROWS.left.lower),
  ]
  const left = Math.max(0, Math.floor(Math.min(...points.map(({ x }) => x)) - 0.04 * size))
  const top = Math.max(0, Math.floor(Math.min(...points.map(({ y }) => y))))
  return {
    left,
    top,
    width: Math.min(scene.width, Math.ceil(Math.max(...points.map(({ x }) => x)) + 0.04 * size)) - left,
    height: Math.min(scene.height, Math.ceil(Math.max(...points.map(({ y }) => y)))) - top,
  }
}

/** Across the bridge, in heights of the face; each of these columns has ink in it where there is a bar. */
const COLUMNS = [-0.045, -0.022, 0, 0.022, 0.045] as const
const BAR = 0.45

function hasBar(ink: Float32Array, { left, top, width, height }: Zone, face: SceneFace, size: number): boolean {
  const [from, to] = [face.mesh[NOSE.root]!, face.mesh[NOSE.bridge[2]]!]
  const strongest = (offset: number): number => {
    let most = 0
    for (let share = -0.35; share <= 1; share += 0.02) {
      const point: Point = { x: from.x + (to.x - from.x) * share + offset * size, y: from.y + (to.y - from.y) * share }
      const [x, y] = [Math.round(point.x) - left, Math.round(point.y) - top]
      if (x >= 0 && y >= 0 && x < width && y < height) most = Math.max(most, ink[y * width + x]!)
    }
    return most
  }
  return Math.min(...COLUMNS.map(strongest)) > BAR
}
