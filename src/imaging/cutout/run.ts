/** A cut-out from file to file: everything that happens to the picture, in order. */
import { AppError } from '../../base/errors.js'
import { decodePhoto } from '../codec/decode.js'
import { encodeToFile, type FileFormat, isOpaque } from '../codec/encode.js'
import type { CutoutJob, ImageLimits, JobFiles } from '../job.js'
import { pieceOn } from '../matte/certainty.js'
import type { SubjectRequest } from '../matte/find-subject.js'
import type { Box, Photo, Size } from '../raster/picture.js'
import { clearOutside, subjectBox } from '../raster/subject-box.js'
import type { Operation, Tools } from '../tools.js'
import { checkBackgroundImage } from './background-image.js'
import { editsFor } from './edits.js'
import { coversCanvas, type Layout, layOut, resolveRoi } from './layout.js'
import { renderCanvas, visibleSource } from './render-canvas.js'
import { workingSize } from './working-size.js'

export const runCutout: Operation<CutoutJob, Pick<Tools, 'findSubject' | 'limits'>> = async (
  job,
  files,
  tools,
  timed,
) => {
  const limits = { ...tools.limits, ...(job.inputTypes && { types: job.inputTypes }) }
  const { photo, full, roi, result } = await timed('decode', () => openInputs(job, files, limits))
  const { alpha, subjectClass, confidence, pieces } = await timed('infer', () =>
    tools.findSubject(photo, requestFor(job, roi)),
  )
  const { canvas, layout, format } = await timed('compose', async () => {
    if (roi) clearOutside(alpha, photo.width, roi)
    const plan = planResult(job, photo, alpha, result)
    const rendered = await renderCanvas(photo, alpha, plan.layout, plan.format === 'zip')
    for (const edit of editsFor(job, files, plan.format, plan.layout.foreground, limits)) await edit(rendered)
    return { canvas: rendered, ...plan }
  })
  const file = await timed('encode', () => encodeToFile(canvas, { format, channels: job.channels }, files.output))
  const { width, height, foreground } = layout
  return {
    ...{ width, height, foreground, ...file },
    ...(subjectClass && { subjectClass }),
    ...(confidence !== undefined && { confidence }),
    ...(pieces && { pieces: pieces.map((piece) => pieceOn(full, piece)) }),
  }
}

function requestFor({ prefer, classify, channels }: CutoutJob, roi: Box | undefined): SubjectRequest {
  return { classify, clean: channels === 'rgba', ...(roi && { roi }), ...(prefer && { prefer }) }
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
  if (job.background?.kind === 'image') await checkBackgroundImage(files.background, limits)
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

/** Format first, because it decides the cap; then the size and place of everything. */
function planResult(
  job: CutoutJob,
  photo: Photo,
  alpha: Uint8Array,
  result: Size | undefined,
): { layout: Layout; format: FileFormat } {
  const box = subjectBox(alpha, photo.width, photo.height)
  if (!box) throw new AppError('no_foreground', 'No foreground was found')
  const layoutFor = (format: string): Layout => layOut(photo, box, job, format === 'png', format === 'webp', result)
  const format = job.format === 'auto' ? chooseFormat(job, photo, alpha, layoutFor('jpg')) : job.format
  return { layout: layoutFor(format), format }
}

function chooseFormat(job: CutoutJob, photo: Photo, alpha: Uint8Array, layout: Layout): 'png' | 'jpg' {
  const { background, channels } = job
  if (channels === 'alpha') return 'png'
  const isFilled = background?.kind === 'image' || background?.alpha === 255
  return isFilled || (coversCanvas(layout) && isVisiblyOpaque(photo, alpha, layout)) ? 'jpg' : 'png'
}

/** What a crop leaves out does not count. */
function isVisiblyOpaque(photo: Photo, alpha: Uint8Array, layout: Layout): boolean {
  const visible = visibleSource(photo, layout)
  if (!visible) return false
  for (let y = visible.top; y < visible.top + visible.height; y++) {
    const start = y * photo.width + visible.left
    if (!isOpaque(alpha.subarray(start, start + visible.width))) return false
  }
  return true
}
