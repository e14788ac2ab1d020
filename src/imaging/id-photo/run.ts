/** An ID photo from file to file: find the face, find the person, place, warp, encode, check. */
import { decodePhoto } from '../codec/decode.js'
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { IdPhotoJob } from '../job.js'
import { cropPhoto } from '../raster/crop-photo.js'
import { type Cutout, type Photo, type Size, scaleBox } from '../raster/picture.js'
import { subjectBox } from '../raster/subject-box.js'
import type { Operation, Tools } from '../tools.js'
import { findWarnings } from './checks.js'
import { chooseFace } from './choose-face.js'
import { deliver } from './delivery.js'
import { composeEvery, warningsOf } from './every-format.js'
import { lastLook } from './last-look.js'
import { cutPatch } from './patch.js'
import { cropOf } from './place.js'
import { type IdPhotoPlan, planIdPhoto } from './plan.js'
import { poseOf } from './pose.js'
import { hasResidue } from './residue.js'
import { measureSharpness } from './sharpness.js'
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
  const { face, skinColour, alpha } = await timed('infer', async () => {
    const chosen = chooseFace(await findFaces(photo), photo.height)
    poseOf(chosen, job.spec.rotate !== false)
    const natural = hasSkinColour(photo, chosen)
    const subject = await findSubject(photo, { classify: false })
    return { face: chosen, skinColour: natural, alpha: subject.alpha }
  })
  const compose = async (spec: IdPhotoJob['spec']) => {
    const pose = poseOf(face, spec.rotate !== false)
    const plan = planIdPhoto(photo, alpha, face, pose, spec)
    const residue = hasResidue(photo, plan.person, plan.frame, cropOf(plan.fit, spec))
    const draw = createRenderer(photo, alpha, plan, spec, background)
    const nominal = await draw({ width: spec.width_px, height: spec.height_px })
    const keptRoll = pose.rollDegrees - (plan.frame.roll * 180) / Math.PI
    await lastLook({ ...plan, result: nominal, keptRoll }, findFaces)
    const sharpness = await measureSharpness(photo, outlineOf(face))
    const evidence = { spec, background, photo, face, pose, ...plan, residue, skinColour, result: nominal, sharpness }
    const render = async (size: Size) => (size.width === nominal.width ? nominal : await draw(size)).colour
    return { render, scale: plan.fit.scale, result: nominal, warnings: findWarnings(evidence) }
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
  photo: Photo,
  alpha: Uint8Array,
  { frame, person, fit }: IdPhotoPlan,
  spec: IdPhotoJob['spec'],
  background: IdPhotoJob['background'],
): (size: Size) => Promise<Cutout> {
  return async ({ width, height }) => {
    const factor = width / spec.width_px
    const eyes = { x: fit.eyes.x * factor, y: fit.eyes.y * (height / spec.height_px) }
    const placement = { width, height, scale: fit.scale * factor, eyes }
    return warpOnto(await cutPatch(photo, alpha, person, frame, placement), frame, placement, background)
  }
}

const outlineOf = ({ mesh }: Face) => MESH.oval.map((point) => mesh[point]!)
