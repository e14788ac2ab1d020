/** An ID photo from file to file: find the face, find the person, place, warp, encode, check. */
import { writeFile } from 'node:fs/promises'
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
import { encodeDelivery } from './delivery.js'
import type { FaceFrame } from './frame.js'
import { lastLook } from './last-look.js'
import { cutPatch } from './patch.js'
import { planIdPhoto } from './plan.js'
import { type Portrait, readPortrait } from './portrait.js'
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
    const { alpha } = await findSubject(photo, { classify: false })
    return { ...readPortrait(photo, alpha, face, pose), skinColour }
  })
  const { spec, render, result, warnings } = await timed('compose', async () => {
    const { frame, crown, ...planned } = planIdPhoto(portrait, job.spec)
    const sized = atPermittedSize(job.spec, planned.fit)
    const draw = createRenderer(portrait, frame, sized, background)
    const nominal = await draw({ width: sized.spec.width_px, height: sized.spec.height_px })
    const keptRoll = portrait.pose.rollDegrees - (frame.roll * 180) / Math.PI
    await lastLook({ result: nominal, frame, fit: sized.fit, keptRoll }, findFaces)
    const sharpness = await measureSharpness(photo, outlineOf(portrait.face))
    const evidence = { ...portrait, ...sized, background, frame, crown, result: nominal, sharpness }
    return { spec: sized.spec, render: draw, result: nominal, warnings: findWarnings(evidence) }
  })
  const { jpeg, width, height } = await timed('encode', async () => {
    const drawn = async (size: Size) => (size.width === result.width ? result : await render(size)).colour
    const delivered = await encodeDelivery(drawn, { ...job, spec }, files.input)
    await writeFile(files.output, delivered.jpeg)
    return delivered
  })
  const foreground = job.sheet
    ? { left: 0, top: 0, width, height }
    : scaleBox(subjectBox(result.alpha, result.width, result.height) ?? NOWHERE, width / result.width)
  return { width, height, contentType: 'image/jpeg', extension: 'jpg', bytes: jpeg.length, foreground, warnings }
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
