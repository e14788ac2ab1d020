/**
 * Shadows that are drawn from the matte alone. Pure, because the page draws the same in the browser: each of them brings
 * a blur of its own.
 */
import { type Box, type Size, scaleBox } from '../../raster/picture.js'
import { type Blur, contactShadow, type Matte } from './contact.js'

/** A shadow is soft: it is computed on a copy of this size. */
export const WORKING_SIDE = 640
/** What 50 of 100 stands for. */
const USUAL = { contact: 0.6, drop: 0.3 }
/** No shadow is black: light comes from everywhere. */
const DARKEST = 0.75

export interface Drawn {
  readonly kind: keyof typeof USUAL
  /** 0 to 100; 50 is what suits most photos. */
  readonly strength: number
  readonly softness: number
}

/** How dark it is, of a matte that may be smaller than its canvas; `subject` is in pixels of the canvas. */
export function drawnShadow(
  matte: Omit<Matte, 'box'>,
  { kind, strength, softness }: Drawn,
  canvas: Size,
  subject: Box,
  blur: Blur,
): Uint8Array<ArrayBuffer> {
  const draw = kind === 'contact' ? contactShadow : dropShadow
  const box = withinSize(scaleBox(subject, matte.width / canvas.width), matte)
  return inBytes(draw({ ...matte, box }, softness / 50, blur), (USUAL[kind] * strength) / 50)
}

/** Behind the subject and a little below it. */
function dropShadow({ alpha, width, height, box }: Matte, spread: number, blur: Blur): Float32Array {
  const reach = Math.max(box.width, box.height)
  const down = Math.round(0.025 * reach)
  const plane = new Float32Array(width * height)
  for (let i = down * width; i < plane.length; i++) plane[i] = alpha[i - down * width]! / 255
  return blur(plane, width, height, Math.max(0.6, 0.025 * reach * spread))
}

export function inBytes(density: Float32Array, strength: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(density.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = 255 * Math.min(DARKEST, density[i]! * strength) + 0.5
  return bytes
}

const withinSize = ({ left, top, width, height }: Box, size: Size): Box => ({
  left: Math.max(0, left),
  top: Math.max(0, top),
  width: Math.min(width, size.width - Math.max(0, left)),
  height: Math.min(height, size.height - Math.max(0, top)),
})
