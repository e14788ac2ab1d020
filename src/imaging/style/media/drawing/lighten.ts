/**
 * Exposes for paper: no draughtsman draws a dark room, or a black coat, as black as it is. Its darks are spread over the greys
 * that he has, what lies behind people is lighter than they are, and so is a face too small for many strokes. Nothing
 * becomes darker.
 */
import { MESH } from '../../../detect/faces/mesh.js'
import { enlargeBilinear } from '../../../raster/bilinear.js'
import type { Size } from '../../../raster/picture.js'
import { lengthOf } from '../../../raster/point.js'
import { lumaPlane, smoothstep } from '../../pixels/canvas.js'
import { cellsOf } from '../../pixels/cell-grid.js'
import { eachPixel } from '../../pixels/patch.js'
import type { Scene, SceneFace } from '../../scene.js'
import { coverOf } from '../../sitter/cover-parts.js'
import { faceHeightOf } from '../../sitter/face-regions.js'
import { amount, defineStep, share } from '../../step.js'
import { softenFolds } from './soft-folds.js'

/** Of the colour of what becomes lighter so much is its own, as long as no channel would be clipped. */
const OWN = 0.4
/** Where a face is as light as paper, and on the way to it a small one becomes lighter by so much. */
const [LIGHTEST, LIGHTER] = [0.86, 0.5]
/** Dark faces stay dark. From the first tone on small ones become lighter, from the second as much as they may, from the third all. */
const [DARK, MEDIUM, FAIR] = [0.3, 0.44, 0.65]
/** Heights of faces, in pixels of the picture, from which on they have room for strokes, and below which they have none. */
const [ROOMY, TINY] = [150, 60]

export const lighten = defineStep(
  {
    /** What black becomes. */
    black: amount(0, 0.9),
    /** By which factor tones are moved apart at most. */
    spread: amount(1, 4),
    /** How much of the way to paper fair faces become lighter. */
    faces: share(),
  },
  (canvas, scene, { black = 0.2, spread = 1.4, faces = 0 }) => {
    softenFolds(canvas, scene)
    const { colour } = canvas
    const { skin, features, subject, hasSubject } = scene
    const luma = lumaPlane(colour)
    const { rest, curve } = clothOf(scene, luma, black, spread)
    const { behind, gains } = aroundFaces(scene, luma, faces)
    for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
      const [tone, head] = [luma[i]!, Math.max(skin[i]!, features[i]!)]
      if (subject[i] === 0 || rest[i]! + head === 0) continue
      const open = curve[(tone * 255 + 0.5) | 0]!
      const lift = hasSubject ? 1 - tone : 1
      const cloth = rest[i]! * lift * Math.max(0, open + (1 - open) * behind[i]! - tone)
      const face = head * Math.max(0, Math.min(1, tone * gains[i]!) - tone)
      if (cloth + face === 0) continue
      const brightest = Math.max(colour[at]!, colour[at + 1]!, colour[at + 2]!, 5)
      const own = Math.min(255 / brightest, 1 + (OWN * cloth + face) / Math.max(0.02, tone))
      const white = Math.max(0, tone + cloth + face - own * tone) / Math.max(0.02, 1 - own * tone)
      for (let c = at; c < at + 3; c++) colour[c] = colour[c]! * own * (1 - white) + 255 * white
    }
  },
)

/** Where there is neither head nor hair, 0..1, and what each of 256 tones becomes there: the more has tones like it, the further they are spread. */
function clothOf(scene: Scene, luma: Float32Array, black: number, spread: number) {
  const { skin, features, hair, subject, hasSubject } = scene
  const [rest, counts] = [new Float32Array(luma.length), new Float32Array(256)]
  for (let i = 0; i < rest.length; i++) {
    if (subject[i] === 0) continue
    // Without a matte the background counts as hair.
    rest[i] = subject[i]! * (1 - Math.max(skin[i]!, features[i]!, hasSubject ? hair[i]! : 0))
    counts[(luma[i]! * 255 + 0.5) | 0]! += rest[i]!
  }
  const total = Math.max(1, sumOf(counts))
  const held = counts.map((count) => Math.min(count, (spread * total) / 256))
  const more = (total - sumOf(held)) / 256
  let below = 0
  const curve = held.map((count) => {
    below += count + more
    return black + ((1 - black) * below) / total
  })
  return { rest, curve }
}

const sumOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0)

/** It changes gradually: one cell of so many pixels is enough. */
const CELL = 8
const NOSE_TIP = 1
/** In heights of a face around it: up to the first there is a person, beyond the second what is behind is paler, by so much. */
const [PERSON, BEHIND, PALER] = [2, 4.5, 0.5]
/** People reach further down from their faces than up. */
const DOWN = 2.5

/** How pale what is behind people is, where they are drawn with it, and by which factor a small face is lighter. */
function aroundFaces({ faces, hasSubject, pixel, ...scene }: Scene, luma: Float32Array, least: number) {
  const cells = cellsOf(scene, CELL)
  const [behind, gains] = [0, 1].map((value) => new Float32Array(cells.width * cells.height).fill(value)) as [
    Float32Array,
    Float32Array,
  ]
  const found = faces.map((face) => {
    const tone = toneOf(face, luma, scene)
    const small = smoothstep(ROOMY, TINY, faceHeightOf(face) / pixel)
    const lift = Math.max(least * smoothstep(DARK, FAIR, tone), LIGHTER * small * smoothstep(DARK, MEDIUM, tone))
    const gain = 1 + (lift * Math.max(0, LIGHTEST - tone)) / Math.max(0.05, tone)
    return { ...face.mesh[NOSE_TIP]!, size: faceHeightOf(face), gain }
  })
  for (let i = 0; i < gains.length && found.length > 0; i++) {
    const [x, y] = [((i % cells.width) + 0.5) * CELL, (Math.floor(i / cells.width) + 0.5) * CELL]
    let nearest = Number.POSITIVE_INFINITY
    for (const { x: middle, y: level, size, gain } of found) {
      const away = lengthOf(x - middle, (y - level) / (y > level ? DOWN : 1)) / size
      if (away >= nearest) continue
      nearest = away
      gains[i] = gain
    }
    if (!hasSubject) behind[i] = PALER * smoothstep(PERSON, BEHIND, nearest)
  }
  return { behind: enlargeBilinear(behind, cells, scene), gains: enlargeBilinear(gains, cells, scene) }
}

function toneOf(face: SceneFace, luma: Float32Array, size: Size): number {
  const oval = coverOf(face, MESH.oval, size)
  let [sum, area] = [0, 1e-6]
  eachPixel(oval, size, (place, at) => {
    sum += luma[at]! * oval.share[place]!
    area += oval.share[place]!
  })
  return sum / area
}
