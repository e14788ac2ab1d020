/** An ID photo from file to file: find the face, find the person, place, warp, encode, check. */
import { decodePhoto } from '../codec/decode.js'
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { IdPhotoJob } from '../job.js'
import { cropPhoto } from '../raster/crop-photo.js'
import { type Cutout, type Size, scaleBox } from '../raster/picture.js'
import { subjectBox } from '../raster/subject-box.js'
import type { Operation, Tools } from '../tools.js'
import { findWarnings } from './checks.js'
import { chooseFace } from './choose-face.js'
import { deliver } from './delivery.js'
import { composeEvery, warningsOf } from './every-format.js'
import type { FaceFrame } from './frame.js'
import { lastLook } from './last-look.js'
import { cutPatch } from './patch.js'
import { planIdPhoto } from './plan.js'
import { enoughOfEdge, type Portrait, readPortrait } from './portrait.js'
import { poseOf } from './pose.js'
import { measureSharpness } from './sharpness.js'
import { atPermittedSize, type Sized } from './size.js'
import { hasSkinColour } from './skin.js'
import { warpOnto } from './warp.js'

const NOWHERE = { left: 0, top: 0, width: 0, height: 0 }

export const runIdPhoto: Operation<IdPhotoJob, Pick<Tools, 'findSubject' | 'findFaces' | 'limits'>> = async (
  job,
  files,
  { findSubject, findFaces, limits },
  timed,
) => {
  const { background, crop } = job
  const photo = await timed('decode', async () => {
    const whole = await decodePhoto(files.input, limits)
    return crop ? cropPhoto(whole, crop) : whole
  })
  // The face first: most refusals need nothing else, and computing the matte takes most of the time.
  const portrait = await timed('infer', async () => {
    const face = chooseFace(await findFaces(photo), photo.height)
    const pose = poseOf(face)
    const skinColour = hasSkinColour(photo, face)
    const { alpha } = await findSubject(photo, { classify: false, enough: enoughOfEdge(photo, face) })
    return { ...readPortrait(photo, alpha, face, pose), skinColour }
  })
  const compose = async (format: IdPhotoJob['spec']) => {
    const { frame, crown, fit } = planIdPhoto(portrait, format)
    const sized = atPermittedSize(format, fit)
    const draw = createRenderer(portrait, frame, sized, background)
    const nominal = await draw({ width: sized.spec.width_px, height: sized.spec.height_px })
    const keptRoll = portrait.pose.rollDegrees - (frame.roll * 180) / Math.PI
    // Networks run in this thread, resampling in another.
    const [sharpness] = await Promise.all([
      measureSharpness(photo, outlineOf(portrait.face)),
      lastLook({ ...portrait, result: nominal, frame, fit: sized.fit, keptRoll }, findFaces),
    ])
    const evidence = { ...portrait, ...sized, background, frame, crown, result: nominal, sharpness }
    const render = async (size: Size) => (size.width === nominal.width ? nominal : await draw(size)).colour
    return { spec: sized.spec, render, scale: sized.fit.scale, result: nominal, warnings: findWarnings(evidence) }
  }
  const composed = await timed('compose', () => composeEvery(job, compose))
  const delivered = await timed('encode', () => deliver(composed, job, files))
  const { width, height } = delivered
  const { result } = composed(job.spec)
  const foreground =
    job.sheet && files.sheet === undefined
      ? { left: 0, top: 0, width, height }
      : scaleBox(subjectBox(result.alpha, result.width, result.height) ?? NOWHERE, width / result.width)
  return { ...delivered, foreground, ...warningsOf(job, composed) }
}

/** Draws the photo at any size of the format's aspect ratio, with the same proportions. */
function createRenderer(
  portrait: Portrait,
  frame: FaceFrame,
  { spec, fit }: Sized,
  background: IdPhotoJob['background'],
): (size: Size) => Promise<Cutout> {
  return async ({ width, height }) => {
    const factor = width / spec.width_px
    const eyes = { x: fit.eyes.x * factor, y: fit.eyes.y * (height / spec.height_px) }
    const placement = { width, height, scale: fit.scale * factor, eyes }
    return warpOnto(await cutPatch(portrait, frame, placement), frame, placement, background)
  }
}

const outlineOf = ({ mesh }: Face) => MESH.oval.map((point) => mesh[point]!)
