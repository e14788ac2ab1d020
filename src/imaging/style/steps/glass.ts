/**
 * Stained glass: pieces of glass that light shines through, held by lead. What is finer than a piece, above all the
 * face, is painted on the glass in brown, as in every church window.
 */
import { Type } from 'typebox'
import { PIECE_FLOATS, shineThrough } from '../../kernels/glass.js'
import { bytesAt, floatsAt, intsAt, reserve } from '../../kernels/memory.js'
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { distanceTo } from '../../raster/distance.js'
import type { Point } from '../../raster/point.js'
import { type Canvas, hexColour, lumaOf, lumaPlane, type Rgb } from '../canvas.js'
import { meanUnder, scaled } from '../colours.js'
import { coverPolygon, coverStroke, paintCover } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
import { paintEyes } from '../faces/paint-eye.js'
import { hashNoise } from '../noise.js'
import { keepOwnColours } from '../own-colours.js'
import { cutGlass, type Glass } from '../pieces/glass-pieces.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

export const glass = defineStep(
  {
    /** Width of the lead, in heights of the face. */
    lead: amount(0, 0.1),
    /** Of the diamonds behind the person. */
    colours: Type.Array(hex(), { minItems: 1, maxItems: 6 }),
    saturation: amount(0, 3),
    /** How much of the photo's light and shade is painted on the glass. */
    shading: share(),
  },
  (canvas, scene, { lead = 0.022, colours, saturation = 1.25, shading = 0.7 }) => {
    keepOwnColours(canvas, scene)
    const cut = cutGlass(canvas, scene)
    const size = scene.faceHeight || Math.max(scene.width, scene.height) * 0.4
    const fills = fillsOf(canvas, scene, cut, colours.map(hexColour), saturation)
    const joints = jointsOf(cut.labels, scene)
    const depth = distanceTo(1, joints, scene.width)
    shine(canvas, scene, cut, fills, depth, size, shading)
    setLead(canvas, scene, depth, Math.max(1, size * lead * 0.5))
    for (const face of scene.faces) paintFeatures(canvas, scene, outlineOf(face))
  },
)

/** Per piece its colour, its mean brightness, and the direction of its streaks. */
function fillsOf(
  { colour }: Canvas,
  scene: Scene,
  { labels, count }: Glass,
  behind: readonly Rgb[],
  saturation: number,
) {
  const fills = new Float32Array(count * PIECE_FLOATS)
  const pixels = new Float32Array(count)
  const person = new Float32Array(count)
  for (let i = 0; i < labels.length; i++) {
    const to = labels[i]!
    pixels[to]! += 1
    person[to]! += scene.hasSubject ? scene.subject[i]! : 1
    for (let c = 0; c < 3; c++) fills[to * PIECE_FLOATS + c]! += colour[i * 3 + c]!
  }
  for (let piece = 0; piece < count; piece++) {
    const at = piece * PIECE_FLOATS
    const n = Math.max(1, pixels[piece]!)
    const mean = [fills[at]! / n, fills[at + 1]! / n, fills[at + 2]! / n] as const
    const grey = lumaOf(...mean)
    const light = 0.88 + 0.24 * hashNoise(piece, 3, scene.seed)
    const isBehind = person[piece]! < 0.5 * n
    const pane = behind[Math.floor(hashNoise(piece, 5, scene.seed) * behind.length)]!
    // Dark cloth becomes deep coloured glass: a window has no black but lead.
    const lift = isBehind ? 0 : Math.max(0, 46 - grey)
    for (let c = 0; c < 3; c++)
      fills[at + c] = isBehind
        ? pane[c]! * light
        : (grey + lift + (mean[c]! - grey) * saturation + lift * DEEP[c]!) * light
    const turn = hashNoise(piece, 9, scene.seed) * Math.PI
    fills.set([grey / 255, Math.cos(turn), Math.sin(turn)], at + 3)
  }
  return fills
}

/** The tint of dark glass. */
const DEEP = [0.1, -0.1, 0.75] as const

function jointsOf(labels: Int32Array, { width, height }: Scene): Uint8Array {
  const joints = new Uint8Array(labels.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const right = x < width - 1 && labels[i] !== labels[i + 1]
      const below = y < height - 1 && labels[i] !== labels[i + width]
      if (right || below) joints[i] = 1
    }
  }
  return joints
}

/** Glass is brightest in the middle of a piece, streaked and never quite even. */
function shine(
  { width, height, colour }: Canvas,
  scene: Scene,
  { labels }: Glass,
  fills: Float32Array,
  depth: Float32Array,
  size: number,
  shading: number,
): void {
  const luma = blur(lumaPlane(colour), width, height, Math.max(1, size * 0.012))
  const plane = labels.length * 4
  const at = reserve({
    picture: colour.length,
    labels: plane,
    pieces: fills.length * 4,
    depth: plane,
    luma: plane,
    calm: plane,
    subject: plane,
  })
  bytesAt(at.picture, colour.length).set(colour)
  intsAt(at.labels, labels.length).set(labels)
  floatsAt(at.pieces, fills.length).set(fills)
  floatsAt(at.depth, labels.length).set(depth)
  floatsAt(at.luma, labels.length).set(luma)
  floatsAt(at.subject, labels.length).set(scene.subject)
  const calm = floatsAt(at.calm, labels.length)
  for (let i = 0; i < calm.length; i++) calm[i] = Math.max(scene.skin[i]!, scene.features[i]!)
  const [grain, wide] = [1 / (size * 0.07), size * 0.09]
  shineThrough(
    at.picture,
    at.labels,
    at.pieces,
    at.depth,
    at.luma,
    at.calm,
    at.subject,
    width,
    height,
    grain,
    scene.seed,
    wide,
    shading,
  )
  colour.set(bytesAt(at.picture, colour.length))
}

const PAINT: Rgb = [38, 20, 14]

function paintFeatures(canvas: Canvas, scene: Scene, outline: ReturnType<typeof outlineOf>): void {
  const { brows, nose, upperLip, lowerLip, mouth, mouthLine, isMouthOpen, eyes } = outline
  const thin = Math.max(1, scene.faceHeight * 0.011)
  const line = (points: readonly Point[], width: number, opacity = 1): void =>
    paintCover(
      canvas,
      coverStroke(points, canvas, (t) => width * (0.45 + 2.2 * t * (1 - t))),
      PAINT,
      opacity,
    )
  for (const brow of brows) paintCover(canvas, coverPolygon(brow, canvas), PAINT, 0.78)
  line(nose.slice(1, -1), thin * 1.3, 0.85)
  const photo = { width: scene.width, colour: scene.photo }
  const lip = meanUnder(photo, coverPolygon(lowerLip, canvas))
  paintCover(canvas, coverPolygon(lowerLip, canvas), redder(lip, 1), 0.8)
  paintCover(canvas, coverPolygon(upperLip, canvas), redder(lip, 0.82), 0.8)
  const inside = meanUnder(photo, coverPolygon(mouth, canvas))
  if (lumaOf(...inside) > lumaOf(...lip)) paintCover(canvas, coverPolygon(mouth, canvas), [238, 228, 208], 0.85)
  if (!isMouthOpen) line(mouthLine, thin * 1.1, 0.8)
  paintEyes(canvas, scene, eyes, { lash: PAINT, line: 0.13 })
}

const redder = ([r, g, b]: Rgb, light: number): Rgb => scaled([r * 1.12 + 18, g * 0.8, b * 0.8], light)

/** Round bars: a light ridge between dark flanks. On the face they are thinner. */
function setLead({ colour }: Canvas, { features, skin }: Scene, depth: Float32Array, half: number): void {
  for (let i = 0, at = 0; i < depth.length; i++, at += 3) {
    const own = half * (1 - 0.42 * skin[i]!) * (1 - 0.7 * features[i]!)
    const cover = clamp01(own - depth[i]! + 0.7)
    if (cover <= 0) continue
    const ridge = 18 + 44 * clamp01(1 - depth[i]! / Math.max(0.5, own * 0.6))
    for (let c = 0; c < 3; c++) colour[at + c] = colour[at + c]! * (1 - cover) + ridge * (c === 2 ? 1.12 : 1) * cover
  }
}
