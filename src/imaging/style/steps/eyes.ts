/**
 * Eyes drawn anew in the medium: white, iris with its light, pupil, catchlights, lids and lashes. Nothing of the
 * photo's eye is left but its place, its tilt, its colour and where it looks.
 */
import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { lengthOf } from '../../raster/point.js'
import { type Canvas, eachChannel, lumaOf, mixPixel, type Rgb, smoothstep } from '../canvas.js'
import { mixed } from '../colours.js'
import { EYE_LOOKS, type EyeLook } from '../faces/eye-looks.js'
import { type EyeShape, shapeOf } from '../faces/eye-shape.js'
import { type FramedEye, framedEyesOf } from '../faces/framed-eye.js'
import { keySide, skinToneOf } from '../faces/skin-tone.js'
import { defineStep } from '../step.js'

export const eyes = defineStep({ look: Type.Enum(['anime', 'cartoon', 'film', 'clay']) }, (canvas, scene, { look }) => {
  const light = keySide(scene)
  for (const face of scene.faces) {
    const skin = skinToneOf(face, scene)
    for (const eye of framedEyesOf(face, scene)) paintEye(canvas, eye, EYE_LOOKS[look], skin, light)
  }
})

/** Beyond this many widths of the eye there is nothing of it. */
const REACH = 0.85

function paintEye(canvas: Canvas, eye: FramedEye, look: EyeLook, skin: Rgb, light: 1 | -1): void {
  const { centre, along, down, width } = eye
  const shape = shapeOf(eye, look)
  const paints = paintsOf(eye, skin)
  const reach = REACH * width
  const right = Math.min(canvas.width - 1, Math.ceil(centre.x + reach))
  const bottom = Math.min(canvas.height - 1, Math.ceil(centre.y + reach))
  const inside: Paint = [0, 0, 0]
  for (let y = Math.max(0, Math.floor(centre.y - reach)); y <= bottom; y++) {
    for (let x = Math.max(0, Math.floor(centre.x - reach)); x <= right; x++) {
      const [dx, dy] = [(x + 0.5 - centre.x) / width, (y + 0.5 - centre.y) / width]
      const t = dx * along.x + dy * along.y
      const v = dx * down.x + dy * down.y
      const at = (y * canvas.width + x) * 3
      const edges = edgesAt(shape, t, v, width)
      if (look.crease > 0 && !shape.closed) {
        mixPixel(canvas.colour, at, paints.crease, look.crease * creaseAt(shape, t, edges.above, width))
      }
      const shade = look.socket * socketAt(edges, t)
      if (shade > 0.004) mixPixel(canvas.colour, at, paints.crease, shade)
      if (edges.inside > 0) {
        fillEye(inside, eye, shape, look, paints, t, v, edges.below, light * eye.side)
        mixPixel(canvas.colour, at, inside, edges.inside)
      }
      const line = lineAt(shape, look, t, edges, width)
      if (line > 0.004) mixPixel(canvas.colour, at, paints.line, line)
    }
  }
}

type Paint = [r: number, g: number, b: number]

interface Paints {
  readonly white: Rgb
  readonly iris: Rgb
  readonly line: Rgb
  readonly crease: Rgb
}

/** Eyes have few colours: from dark brown over hazel and grey-green to blue. */
const IRISES: readonly Rgb[] = [
  [92, 54, 32],
  [128, 84, 46],
  [122, 128, 88],
  [96, 128, 140],
  [74, 112, 152],
]

/**
 * The few pixels of an iris hold reflections of skin and sky. So its measured colour only chooses among those that eyes
 * have, and the darker it is against the skin, the surer it is brown.
 */
function irisPaint(iris: Rgb, skin: Rgb): Rgb {
  const luma = Math.max(1, lumaOf(...iris))
  const light = smoothstep(0.34, 0.5, luma / Math.max(1, lumaOf(...skin)))
  const cool = clamp01(((iris[2] - iris[0]) / luma + 0.45) / 0.7)
  const at = light * (0.15 + 0.85 * cool) * (IRISES.length - 1)
  const low = Math.min(IRISES.length - 2, Math.floor(at))
  const [a, b] = [IRISES[low]!, IRISES[low + 1]!]
  return mixed(a, b, at - low)
}

function paintsOf({ iris }: FramedEye, skin: Rgb): Paints {
  return {
    white: eachChannel((c) => 238 + (skin[c] - 200) * 0.08),
    iris: irisPaint(iris, skin),
    line: eachChannel((c) => skin[c] * 0.12 + 8),
    crease: eachChannel((c) => skin[c] * (c === 0 ? 0.6 : 0.48)),
  }
}

interface Edges {
  /** Distance above the upper lid and below it (negative above), above the lower lid; in widths of the eye. */
  readonly above: number
  readonly below: number
  readonly overLower: number
  /** 0..1 */
  readonly inside: number
}

function edgesAt(shape: EyeShape, t: number, v: number, width: number): Edges {
  const slope = (f: (t: number) => number): number => lengthOf(1, (f(t + 0.02) - f(t - 0.02)) / 0.04)
  const below = (v - shape.upper(t)) / slope(shape.upper)
  const overLower = (shape.lower(t) - v) / slope(shape.lower)
  const ends = Math.min(clamp01((0.5 - Math.abs(t)) * width + 0.5), 1)
  const inside = shape.closed ? 0 : clamp01(Math.min(below, overLower) * width + 0.5) * ends
  return { above: -below, below, overLower, inside }
}

function creaseAt(shape: EyeShape, t: number, above: number, width: number): number {
  const off = Math.abs(above - 0.1 - 0.18 * shape.height)
  const half = 0.016 * clamp01(1 - Math.abs((t - 0.06) / 0.42) ** 2)
  return clamp01((half - off) * width + 0.5) * Math.min(1, half * width * 2)
}

/** Shade on the skin around the opening; deeper above it, under the brow. */
function socketAt({ below, overLower }: Edges, t: number): number {
  const ends = 1 - smoothstep(0.5, 0.62, Math.abs(t))
  const near =
    below < 0 ? 1 - smoothstep(0, 0.2, -below) : overLower < 0 ? 0.6 * (1 - smoothstep(0, 0.1, -overLower)) : 1
  return near * near * ends
}

/** Upper lid, bold and tapered towards the nose, with a flick beyond the outer corner; the lower lid is a hint. */
function lineAt(shape: EyeShape, look: EyeLook, t: number, { above, below, overLower }: Edges, width: number): number {
  const tip = 0.5 + look.wing
  const grown = smoothstep(-0.52, 0.2, t) * (1 - smoothstep(0.42, tip, t))
  const thick = (look.lash || (shape.closed ? 0.05 : 0)) * (0.3 + 0.7 * grown) * (t > tip || t < -0.53 ? 0 : 1)
  const upper =
    thick > 0 ? clamp01((thick * 0.75 - above) * width + 0.5) * clamp01((thick * 0.35 - below) * width + 0.5) : 0
  if (shape.closed || look.lower === 0) return upper
  const half = look.lower * clamp01(1 - Math.abs((t - 0.14) / 0.36) ** 2)
  const lower = clamp01((half - Math.abs(overLower)) * width + 0.5) * Math.min(1, half * width * 2)
  return Math.max(upper, lower * 0.85)
}

function fillEye(
  to: Paint,
  { gaze }: FramedEye,
  shape: EyeShape,
  look: EyeLook,
  { white, iris }: Paints,
  t: number,
  v: number,
  below: number,
  light: number,
): void {
  const { height } = shape
  const lid = below / height
  const shadow = look.ball > 0 ? 0.52 + 0.48 * smoothstep(-0.05, 0.45, lid) : lid < 0.2 ? 0.8 : 1
  const ball = look.ball > 0 ? 1 - 0.38 * clamp01(Math.abs(t) / 0.5) ** 2 : 1
  for (let c = 0; c < 3; c++) to[c] = white[c]! * shadow * ball
  const radius = look.iris * height
  const du = (t - gaze.x) / radius
  const dv = (v - shape.middle - gaze.y + 0.04 * height) / (radius * look.tall)
  const d = lengthOf(du, dv)
  const soft = 0.06
  const onIris = 1 - smoothstep(1 - soft, 1 + soft, d)
  if (onIris > 0) {
    // Light falls in from above and gathers at the far side of the iris.
    const gathered = 0.62 + 0.95 * smoothstep(-0.7, 0.95, dv)
    const rim = 1 - 0.6 * smoothstep(0.78, 0.98, d)
    const bowl = look.ball > 0 ? 0 : 0.3 * (1 - smoothstep(0.5, 0.62, lengthOf(du, dv - 0.42) / 0.95))
    const pupil = 1 - smoothstep(look.pupil - soft, look.pupil + soft, d)
    for (let c = 0; c < 3; c++) {
      const lit = Math.min(255, iris[c]! * gathered * rim * shadow * (1 + bowl))
      to[c] = to[c]! + (lit * (1 - pupil) + 12 * pupil - to[c]!) * onIris
    }
  }
  const glint = look.glint
  const first = 1 - smoothstep(glint * 0.82, glint, lengthOf(du - 0.36 * light, dv + 0.42))
  const second = (1 - smoothstep(glint * 0.3, glint * 0.5, lengthOf(du + 0.38 * light, dv - 0.4))) * 0.8
  const shine = Math.max(first, second)
  for (let c = 0; c < 3; c++) to[c] = to[c]! + (255 - to[c]!) * shine
}
