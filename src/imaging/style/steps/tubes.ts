/**
 * A neon sign of the person: glass tubes along eyes, brows, nose, lips, jaw and outline, and along the strongest lines
 * of hair and clothes. Each has a white core and lights the dark around it in its colour.
 */
import { Type } from 'typebox'
import { blur } from '../../raster/blur.js'
import { hexColour, lumaPlane } from '../canvas.js'
import { coherentLines } from '../coherent-lines.js'
import { contoursOf, silhouetteOf } from '../contours.js'
import { type Cover, coverStroke } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
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
    const { colour } = canvas
    const { unit } = scene
    for (const [k, core] of planes.entries()) {
      const gas = hexColour(colours[k]!)
      const near = blur(core, scene.width, scene.height, 4 * unit)
      const far = blur(core, scene.width, scene.height, 22 * unit)
      for (let i = 0, at = 0; i < core.length; i++, at += 3) {
        const halo = (near[i]! * 1.5 + far[i]! * 2.2) * glow
        if (halo < 0.004) continue
        const white = core[i]! ** 2 * 0.75
        for (let c = 0; c < 3; c++) {
          const light = Math.min(1, (gas[c]! / 255) * halo + (core[i]! * gas[c]!) / 255) + white
          colour[at + c] = 255 - (255 - colour[at + c]!) * (1 - Math.min(1, light))
        }
      }
    }
  },
)

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
    const share = ink[i]! * scene.subject[i]! ** 4 * Math.max(0, 1 - 2.2 * covered) * 0.5
    if (share > plane[i]!) plane[i] = share
  }
}

function raiseTo(plane: Float32Array, across: number, { left, top, width, height, share }: Cover): void {
  for (let y = 0, i = 0; y < height; y++) {
    let at = (y + top) * across + left
    for (let x = 0; x < width; x++, i++, at++) if (share[i]! > plane[at]!) plane[at] = share[i]!
  }
}
