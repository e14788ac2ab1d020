/**
 * A neon sign of the person: glass tubes along eyes, brows, nose, lips, jaw and outline, and along the strongest lines
 * of hair and clothes. Each has a white core and lights the dark around it in its colour.
 */
import { Type } from 'typebox'
import { bytesAt, floatsAt, reserve, SIMD_PADDING } from '../../kernels/memory.js'
import { BEYOND_LIT_PICTURE, lightTubes } from '../../kernels/tubes.js'
import { type BlurInPlace, blurInPlace, largestOf } from '../../raster/blur.js'
import { type Canvas, hexColour, lumaPlane, type Rgb } from '../canvas.js'
import { coherentLines } from '../coherent-lines.js'
import { contoursOf, silhouetteOf } from '../contours.js'
import { type Cover, coverStroke } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
import { boxAbove } from '../patch.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex } from '../step.js'

export const tubes = defineStep(
  {
    /** Of the outline and the body, of eyes and brows, of nose and jaw, of the lips. */
    colours: Type.Tuple([hex(), hex(), hex(), hex()]),
    /** Thickness of a tube. */
    width: amount(1, 12),
    glow: amount(0, 4),
  },
  (canvas, scene, { colours, width = 3.2, glow = 1 }) => {
    const planes = drawTubes(scene, lumaPlane(canvas.colour), width * scene.unit)
    for (const [k, core] of planes.entries()) shine(canvas, core, hexColour(colours[k]!), glow, scene.unit)
  },
)

/** How far the glow of a tube reaches: its near and its far part. */
const NEAR = 4
const FAR = 22

/** On the rows that the light of these tubes reaches. */
export function shine(
  { width, height, colour }: Canvas,
  core: Float32Array,
  [red, green, blue]: Rgb,
  glow: number,
  unit: number,
): void {
  const box = boxAbove(core, { width, height }, 1e-6)
  if (!box) return
  const margin = Math.ceil(4 * FAR * unit)
  const top = Math.max(0, box.top - margin)
  const rows = Math.min(height, box.top + box.height + margin) - top
  const area = rows * width
  const [near, far] = [NEAR, FAR].map((reach) => blurInPlace(width, rows, Math.max(0.3, reach * unit))) as [
    BlurInPlace,
    BlurInPlace,
  ]
  const plane = area * 4 + SIMD_PADDING
  const part = colour.subarray(top * width * 3, (top + rows) * width * 3)
  const at = reserve({
    picture: part.length + BEYOND_LIT_PICTURE,
    core: plane,
    near: plane,
    far: plane,
    ...largestOf(near.bytes, far.bytes),
  })
  const drawn = core.subarray(top * width, top * width + area)
  for (const address of [at.core, at.near, at.far]) floatsAt(address, area).set(drawn)
  near.run(at.near, at)
  far.run(at.far, at)
  bytesAt(at.picture, part.length).set(part)
  lightTubes(at.picture, at.core, at.near, at.far, area, glow, red / 255, green / 255, blue / 255)
  part.set(bytesAt(at.picture, part.length))
}

const GROUPS = { eye: 1, brow: 1, nose: 2, jaw: 2, lips: 3 } as const

function drawTubes(scene: Scene, luma: Float32Array, width: number): Float32Array[] {
  const planes = [0, 1, 2, 3].map(() => new Float32Array(scene.width * scene.height))
  planes[0]!.set(silhouetteOf(scene, width * 0.9))
  addBodyLines(planes[0]!, scene, luma, width)
  // A small face gets thinner tubes, or they would run into each other.
  const onFace = Math.max(1, Math.min(width, scene.faceHeight * 0.0095))
  for (const face of scene.faces) {
    for (const { part, points } of contoursOf(face)) {
      const thickness = part === 'jaw' || part === 'nose' ? onFace * 0.8 : onFace
      raiseTo(
        planes[GROUPS[part]]!,
        scene.width,
        coverStroke(points, scene, () => thickness),
      )
    }
    for (const { iris, radius, isOpen } of outlineOf(face).eyes) {
      if (!isOpen) continue
      const ring = Array.from({ length: 19 }, (_, k) => ({
        x: iris.x + Math.cos((k / 9) * Math.PI) * radius * 0.62,
        y: iris.y + Math.sin((k / 9) * Math.PI) * radius * 0.62,
      }))
      raiseTo(
        planes[1]!,
        scene.width,
        coverStroke(ring, scene, () => onFace * 0.75),
      )
    }
  }
  return planes
}

/** Lines of hair and cloth, found in the photo; skin has only those of the mesh. */
function addBodyLines(plane: Float32Array, scene: Scene, luma: Float32Array, width: number): void {
  const { ink } = coherentLines(luma, scene.width, scene.height, {
    sigma: width * 0.8,
    sharpness: 20,
    level: -1,
    softness: 14,
  })
  for (let i = 0; i < plane.length; i++) {
    const covered = Math.max(scene.skin[i]!, scene.features[i]!)
    const inside = scene.subject[i]! * scene.subject[i]!
    const share = ink[i]! * inside * inside * Math.max(0, 1 - 2.2 * covered) * 0.5
    if (share > plane[i]!) plane[i] = share
  }
}

function raiseTo(plane: Float32Array, across: number, { left, top, width, height, share }: Cover): void {
  for (let y = 0, i = 0; y < height; y++) {
    let at = (y + top) * across + left
    for (let x = 0; x < width; x++, i++, at++) if (share[i]! > plane[at]!) plane[at] = share[i]!
  }
}
