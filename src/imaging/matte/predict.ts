/**
 * Photo → alpha at the photo's own size. Networks look at a small square copy; their answer is fused, cleaned and
 * enlarged. Work on sharper edges and true foreground colours starts from here: between `fuseOpinions` and `enlarge`.
 */
import sharp from 'sharp'
import { AppError } from '../../errors.js'
import type { Cutout, Photo } from '../picture.js'
import { fuseOpinions, type Opinion } from './fuse.js'
import type { MattingNetwork } from './network.js'

export interface MattingNetworks {
  readonly isnet: MattingNetwork
  readonly u2netp: MattingNetwork
}

export async function cutOut(photo: Photo, networks: MattingNetworks): Promise<Cutout> {
  const { width, height, colour } = photo
  const fine = await ask(networks.isnet, photo)
  const coarse = await ask(networks.u2netp, photo)
  const matte = cleanLevels(fuseOpinions(fine, coarse))
  requireSubject(matte)
  const alpha = await enlarge(matte, fine.size, width, height)
  if (photo.alpha) multiplyInto(alpha, photo.alpha)
  return { width, height, colour, alpha }
}

async function ask(network: MattingNetwork, photo: Photo): Promise<Opinion> {
  return { size: network.size, probability: await network.predict(await squareCopy(photo, network.size)) }
}

/** The networks were trained on whole photos stretched to a square. */
export async function squareCopy({ width, height, colour, alpha }: Photo, size: number): Promise<Uint8Array> {
  const visible = alpha ? overGrey(colour, alpha) : colour
  return sharp(visible, { raw: { width, height, channels: 3 } })
    .resize(size, size, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** What lies under transparent pixels must not mislead the networks; on grey, light and dark subjects both stand out. */
function overGrey(colour: Uint8Array, alpha: Uint8Array): Uint8Array {
  const out = new Uint8Array(colour.length)
  for (let i = 0; i < out.length; i++) out[i] = 128 + ((colour[i]! - 128) * alpha[(i / 3) | 0]!) / 255
  return out
}

// Networks never say exactly 0 or 1: without this, a haze of 1 % would lie over the whole background.
const BLACK_POINT = 0.03
const WHITE_POINT = 0.97

export function cleanLevels(probability: Float32Array): Uint8Array {
  const out = new Uint8ClampedArray(probability.length)
  const scale = 255 / (WHITE_POINT - BLACK_POINT)
  for (let i = 0; i < out.length; i++) out[i] = (probability[i]! - BLACK_POINT) * scale
  return new Uint8Array(out.buffer)
}

// Absolute, not relative to the picture's own maximum: a photo of nothing must be allowed to have no subject.
const SUBJECT_MIN_SHARE = 0.0005

function requireSubject(matte: Uint8Array): void {
  let solid = 0
  for (const value of matte) if (value >= 128) solid += 1
  if (solid < matte.length * SUBJECT_MIN_SHARE) throw new AppError('no_foreground', 'No foreground was found')
}

async function enlarge(matte: Uint8Array, size: number, width: number, height: number): Promise<Uint8Array> {
  return sharp(matte, { raw: { width: size, height: size, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
}

function multiplyInto(alpha: Uint8Array, factor: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.round((alpha[i]! * factor[i]!) / 255)
}
