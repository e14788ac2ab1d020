/** Cut-outs from file to file: everything that happens to a photo, in order. */
import { decodePhoto } from '../codec/decode.js'
import { isOpaque } from '../codec/encode.js'
import type { CutoutJob, ImageLimits, JobFiles, Rendering } from '../job.js'
import { pieceOn } from '../matte/certainty.js'
import type { FindSubject, FoundSubject, SubjectRequest } from '../matte/find-subject.js'
import type { Box, Photo, Size } from '../raster/picture.js'
import { clearOutside } from '../raster/subject-box.js'
import type { Operation, Tools } from '../tools.js'
import { checkBackgroundImage } from './background-image.js'
import type { FoundPhoto } from './found-photo.js'
import { resolveRoi } from './layout.js'
import { renderPicture } from './render-picture.js'
import { makeSet, type Studio, writePicture } from './set.js'
import { shadowInPhoto, shadowsOf } from './shadow/shadow.js'
import { subjectOf } from './subject.js'
import { warningsAbout } from './warnings.js'
import { workingSize } from './working-size.js'

export const runCutout: Operation<CutoutJob, Pick<Tools, 'findSubject' | 'limits'>> = async (
  job,
  files,
  tools,
  timed,
) => {
  const limits = { ...tools.limits, ...(job.inputTypes && { types: job.inputTypes }) }
  const { photo, full, roi, result } = await timed('decode', () => openInputs(job, files, limits))
  const subject = await timed('infer', () => findIn(photo, job, roi, tools.findSubject))
  const found = await timed('compose', () => examine(job, photo, subject.alpha, roi))
  const { kind, watermark, classify, set } = job
  const studio: Studio = {
    // Of the job's own rendering nothing goes into the pictures of a set: one may be round, the next not.
    compose: async (rendering) => {
      const own = { ...rendering, kind, watermark, classify, ...(set && { set }) }
      const made = await timed('compose', () => renderPicture(own, { ...found, result }, files, limits))
      return { ...made, rendering, warnings: warningsAbout(own, made.layout, { ...found, subject }) }
    },
    finish: (composed) => timed('encode', () => writePicture(composed, files.output)),
  }
  const made = set ? await makeSet(set, studio, files.output) : await studio.finish(await studio.compose(job))
  const { subjectClass, confidence, pieces } = subject
  return {
    ...made,
    ...(subjectClass && { subjectClass }),
    ...(confidence !== undefined && { confidence }),
    ...(pieces && { pieces: pieces.map((piece) => pieceOn(full, piece)) }),
  }
}

async function findIn(photo: Photo, job: CutoutJob, roi: Box | undefined, find: FindSubject): Promise<FoundSubject> {
  if (job.transparency === 'result' && photo.alpha && !isOpaque(photo.alpha)) return { alpha: photo.alpha }
  const looked = job.transparency === 'ignored' ? { ...photo, alpha: undefined } : photo
  return find(looked, requestFor(job, roi))
}

const renderingsOf = (job: CutoutJob): readonly Rendering[] => job.set ?? [job]

function requestFor(job: CutoutJob, roi: Box | undefined): SubjectRequest {
  const { prefer, classify } = job
  const clean = renderingsOf(job).some(({ channels }) => channels !== 'alpha')
  return { classify, clean, certainty: true, ...(roi && { roi }), ...(prefer && { prefer }) }
}

/** Finds everything that can be wrong with the input before the networks run. */
async function openInputs(job: CutoutJob, files: JobFiles, limits: ImageLimits): Promise<OpenedInputs> {
  let full: Size | undefined
  let result: Size | undefined
  const photo = await decodePhoto(files.input, limits, (sent) => {
    const size = workingSize(sent, job)
    full = sent
    result = size.result
    return size
  })
  const roi = job.roi && resolveRoi(job.roi, photo.width, photo.height)
  if (renderingsOf(job).some(({ background }) => background?.kind === 'image'))
    await checkBackgroundImage(files.background, limits)
  return { photo, full: full ?? photo, roi, result }
}

interface OpenedInputs {
  readonly photo: Photo
  /** The size of the photo as it was sent; it may have been decoded smaller. */
  readonly full: Size
  readonly roi: Box | undefined
  /** The size of the result, where it is known before the subject is found. */
  readonly result: Size | undefined
}

/** What all pictures of one photo have in common. */
async function examine(job: CutoutJob, photo: Photo, alpha: Uint8Array, roi: Box | undefined): Promise<FoundPhoto> {
  if (roi) clearOutside(alpha, photo.width, roi)
  const facts = subjectOf(alpha, photo)
  const wantsShadow = renderingsOf(job).some(({ shadow }) => shadow?.kind === 'natural')
  const ownShadow = wantsShadow ? await shadowInPhoto(photo, alpha, facts.box) : undefined
  return { photo, alpha, facts, ownShadow, shadows: shadowsOf(photo, alpha, facts.box, ownShadow) }
}
