/**
 * The shadow that the photo itself shows, told from the ground by being darker and of the same hue. It can be told only
 * where the ground is plain: there its brightness is a smooth surface, and what is left below that surface is shadow.
 */
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { componentsOf } from '../../raster/components.js'
import type { Box, Cutout } from '../../raster/picture.js'
import { fitSurface } from './surface.js'

/** The ground may vary by so much around its surface, as a share of its brightness. */
const PLAIN = 0.05
/** Darker by less than this is no shadow, but texture and noise. */
const FAINTEST = 0.04
/** A shadow has the hue of its ground; a thing that lies beside the subject has another. */
const HUE_TOLERANCE = 0.06
/** The darkest that is believed: beyond it lies a dark thing, or a black ground. */
const DARKEST = 0.85
/** At least so much of the photo. */
const SMALLEST = 0.003

/** `photo`: a small copy with the subject's matte; `box`: the subject. 0..1, or undefined where it cannot be told. */
export function naturalShadow(photo: Cutout, box: Box): Float32Array | undefined {
  const { width, height, alpha } = photo
  const light = logLight(photo)
  const ground = Uint8Array.from(grown(alpha, width, height), (near) => (near ? 0 : 1))
  const surface = fitSurface(light, ground, width, height)
  if (!surface || surface.spread > PLAIN) return undefined
  const hue = hueOf(photo, ground)
  const density = new Float32Array(light.length)
  for (let i = 0; i < light.length; i++) {
    if (alpha[i]! > 0 || hueDistance(photo.colour, i, hue) > HUE_TOLERANCE) continue
    const dark = 1 - Math.exp(light[i]! - surface.values[i]!)
    density[i] = dark > Math.max(FAINTEST, 2 * surface.spread) && dark < DARKEST ? dark : 0
  }
  keepWhatTouches(density, photo, box)
  let seen = 0
  for (const value of density) if (value > 0) seen += 1
  if (seen < SMALLEST * density.length) return undefined
  return softened(underSubject(density, photo), width, height)
}

/** Of brightness, so that light and shadow are sums. */
function logLight({ colour, alpha }: Cutout): Float32Array {
  const light = new Float32Array(alpha.length)
  for (let i = 0; i < light.length; i++) {
    const luma = 0.299 * colour[i * 3]! + 0.587 * colour[i * 3 + 1]! + 0.114 * colour[i * 3 + 2]!
    light[i] = Math.log(Math.max(luma, 1))
  }
  return light
}

/** The matte and its surroundings, whose colours are mixed. */
function grown(alpha: Uint8Array, width: number, height: number): Uint8Array {
  const near = blur(Float32Array.from(alpha), width, height, Math.max(1, 0.006 * Math.max(width, height)))
  return Uint8Array.from(near, (value) => (value > 2 ? 1 : 0))
}

type Hue = readonly [number, number]

const shareAt = (colour: Uint8Array, i: number): Hue => {
  const [r, g, b] = [colour[i * 3]! + 1, colour[i * 3 + 1]! + 1, colour[i * 3 + 2]! + 1]
  return [r / (r + g + b), b / (r + g + b)]
}

function hueOf({ colour }: Cutout, ground: Uint8Array): Hue {
  let [red, blue, count] = [0, 0, 0]
  for (let i = 0; i < ground.length; i++) {
    if (!ground[i]) continue
    const [r, b] = shareAt(colour, i)
    red += r
    blue += b
    count += 1
  }
  return [red / count, blue / count]
}

function hueDistance(colour: Uint8Array, i: number, [red, blue]: Hue): number {
  const [r, b] = shareAt(colour, i)
  return Math.hypot(r - red, b - blue)
}

/** A shadow begins at the subject, and in its lower half: a lamp's edge on the wall is another thing. */
function keepWhatTouches(density: Float32Array, { width, alpha }: Cutout, box: Box): void {
  const { labels, count } = componentsOf(
    Uint8Array.from(density, (value, i) => (value > 0 || alpha[i]! > 0 ? 255 : 0)),
    width,
  )
  const touching = new Uint8Array(count + 1)
  const middle = Math.ceil(box.top + box.height / 2) * width
  for (let i = middle; i < alpha.length; i++) if (alpha[i]! > 0) touching[labels[i]!] = 1
  for (let i = 0; i < density.length; i++) if (!touching[labels[i]!]) density[i] = 0
}

/** Goes on a little under the subject: no light line may stay between the two. */
function underSubject(density: Float32Array, { width, height, alpha }: Cutout): Float32Array {
  const sigma = Math.max(1.5, 0.01 * Math.max(width, height))
  const known = Float32Array.from(alpha, (a) => (a === 0 ? 1 : 1e-3))
  const total = blur(known, width, height, sigma)
  const sum = blur(density, width, height, sigma)
  return density.map((value, i) => (alpha[i]! > 0 ? clamp01(sum[i]! / total[i]!) : value))
}

/** Without noise, and fading out towards the photo's edges, which would cut it. */
function softened(density: Float32Array, width: number, height: number): Float32Array {
  const soft = blur(density, width, height, Math.max(1, 0.006 * Math.max(width, height)))
  const border = 0.04 * Math.max(width, height)
  return soft.map((value, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return value * clamp01(Math.min(x, y, width - 1 - x, height - 1 - y) / border)
  })
}
