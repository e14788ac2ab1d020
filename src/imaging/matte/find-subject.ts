/**
 * Photo → its subject: alpha at the photo's own size, and what kind of thing it is. Networks look at a small square
 * copy; their answers are fused, cleaned and enlarged. Work on sharper edges and true foreground colours starts from
 * here: between `fuseOpinions` and `enlarge`.
 */
import sharp from 'sharp'
import { AppError } from '../../errors.js'
import type { Box } from '../job.js'
import type { Photo } from '../picture.js'
import type { FindSubject } from '../run.js'
import type { SubjectJudge } from '../subject/judge.js'
import { fuseOpinions, type Opinion } from './fuse.js'
import type { MattingNetwork } from './network.js'
import { squareCopy } from './square-copy.js'

export interface MattingNetworks {
  readonly isnet: MattingNetwork
  readonly u2netp: MattingNetwork
}

export function createSubjectFinder(networks: MattingNetworks, judge: SubjectJudge): FindSubject {
  return async (photo, { roi, prefer, classify }) => {
    const fine = await ask(networks.isnet, photo)
    const coarse = await ask(networks.u2netp, photo)
    let matte = cleanLevels(fuseOpinions(fine, coarse))
    if (roi) clearSquareOutside(matte, fine.size, photo, roi)
    requireSubject(matte)

    const verdict = prefer || classify ? await judge(photo, { data: matte, size: fine.size }, prefer) : undefined
    matte = verdict?.matte ?? matte
    const alpha = await enlarge(matte, fine.size, photo.width, photo.height)
    if (photo.alpha) multiplyInto(alpha, photo.alpha)
    return { alpha, ...(classify && verdict && { subjectClass: verdict.subjectClass }) }
  }
}

async function ask(network: MattingNetwork, photo: Photo): Promise<Opinion> {
  return { size: network.size, probability: await network.predict(await squareCopy(photo, network.size)) }
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

/** Roughly, at the matte's size: the exact cut is made at full size later. */
function clearSquareOutside(matte: Uint8Array, size: number, photo: Photo, roi: Box): void {
  const left = Math.floor((roi.left / photo.width) * size)
  const right = Math.ceil(((roi.left + roi.width) / photo.width) * size)
  const top = Math.floor((roi.top / photo.height) * size)
  const bottom = Math.ceil(((roi.top + roi.height) / photo.height) * size)
  for (let i = 0; i < matte.length; i++) {
    const x = i % size
    const y = (i - x) / size
    if (x < left || x >= right || y < top || y >= bottom) matte[i] = 0
  }
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
