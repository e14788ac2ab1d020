/** One job from file to file. The deadline is checked after each step; how long each took is part of the outcome. */
import { AppError } from '../errors.js'
import { runConvert } from './convert.js'
import { checkBackgroundImage } from './cutout/background-image.js'
import { coversCanvas, type Layout, layOut, resolveRoi } from './cutout/layout.js'
import { renderCanvas, visibleSource } from './cutout/render.js'
import { clearOutside, subjectBox } from './cutout/subject-box.js'
import { workingSize } from './cutout/working-size.js'
import type { Deadline } from './deadline.js'
import { decodePhoto } from './decode.js'
import { encodeToFile, type FileFormat, isOpaque } from './encode.js'
import type { FindFaces } from './face/find-faces.js'
import { runIdPhoto } from './id-photo/run.js'
import type { Box, CutoutJob, ImageLimits, Job, JobFiles, Outcome, Step, SubjectClass } from './job.js'
import { estimateForeground } from './matte/foreground.js'
import type { Photo, Size } from './picture.js'
import { editsFor } from './recipe.js'
import { runPortraitStyle } from './style/run.js'
import type { StyleTools } from './style/tools.js'

/** What a photo shows: its subject as alpha at the photo's own size, and what kind of thing it is. */
export interface FoundSubject {
  readonly alpha: Uint8Array
  readonly subjectClass?: SubjectClass
}

export interface SubjectRequest {
  /** Only what lies inside can be subject. */
  readonly roi?: Box
  readonly prefer?: SubjectClass
  readonly classify: boolean
}

export type FindSubject = (photo: Photo, request: SubjectRequest) => Promise<FoundSubject>

export interface Tools {
  readonly findSubject: FindSubject
  readonly findFaces: FindFaces
  /** Left out where no styles are made. */
  readonly style?: StyleTools
  readonly limits: ImageLimits
  readonly deadline: Deadline
}

/** Does one step of a job, notes how long it took and whether there is time left. */
export type Timed = <T>(step: Step, work: () => Promise<T>) => Promise<T>

export async function runJob(job: Job, files: JobFiles, tools: Tools): Promise<Outcome> {
  const timingsMs: Record<Step, number> = { decode: 0, infer: 0, compose: 0, encode: 0 }
  const timed: Timed = async (step, work) => {
    const startedAt = performance.now()
    const result = await work()
    timingsMs[step] = performance.now() - startedAt
    tools.deadline.check()
    return result
  }
  return { ...(await run(job, files, tools, timed)), timingsMs }
}

function run(job: Job, files: JobFiles, tools: Tools, timed: Timed): Promise<Omit<Outcome, 'timingsMs'>> {
  switch (job.kind) {
    case 'cutout':
      return runCutout(job, files, tools, timed)
    case 'id-photo':
      return runIdPhoto(job, files, tools, timed)
    case 'portrait-style':
      return runPortraitStyle(job, files, tools, timed)
    case 'convert':
      return runConvert(job, files, tools, timed)
  }
}

async function runCutout(
  job: CutoutJob,
  files: JobFiles,
  { findSubject, limits }: Tools,
  timed: Timed,
): Promise<Omit<Outcome, 'timingsMs'>> {
  const { photo, roi, result } = await timed('decode', () => openInputs(job, files, limits))
  const { alpha, subjectClass } = await timed('infer', () => findSubject(photo, requestFor(job, roi)))
  const { canvas, layout, format } = await timed('compose', async () => {
    if (roi) clearOutside(alpha, photo.width, roi)
    const plan = planResult(job, photo, alpha, result)
    if (job.channels === 'rgba') estimateForeground(photo.colour, alpha, photo.width, photo.height)
    const rendered = await renderCanvas(photo, alpha, plan.layout, plan.format === 'zip')
    for (const edit of editsFor(job, plan.format, limits)) await edit(rendered)
    return { canvas: rendered, ...plan }
  })
  const file = await timed('encode', () => encodeToFile(canvas, { format, channels: job.channels }, files.output))
  const { width, height, foreground } = layout
  return { width, height, foreground, ...file, ...(subjectClass && { subjectClass }) }
}

function requestFor({ prefer, classify }: CutoutJob, roi: Box | undefined): SubjectRequest {
  return { classify, ...(roi && { roi }), ...(prefer && { prefer }) }
}

/** Everything that can be wrong with what was sent is found before the networks are asked. */
async function openInputs(job: CutoutJob, files: JobFiles, limits: ImageLimits): Promise<OpenedInputs> {
  let result: Size | undefined
  const photo = await decodePhoto(files.input, limits, (full) => {
    const size = workingSize(full, job)
    result = size.result
    return size
  })
  const roi = job.roi && resolveRoi(job.roi, photo.width, photo.height)
  if (job.background?.kind === 'image') await checkBackgroundImage(job.background, limits)
  return { photo, roi, result }
}

interface OpenedInputs {
  readonly photo: Photo
  readonly roi: Box | undefined
  /** The size of the result, where it is known already. */
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
  const format = job.format === 'auto' ? automaticFormat(job, photo, alpha, layoutFor('jpg')) : job.format
  return { layout: layoutFor(format), format }
}

function automaticFormat(job: CutoutJob, photo: Photo, alpha: Uint8Array, layout: Layout): 'png' | 'jpg' {
  const { background, channels } = job
  if (channels === 'alpha') return 'png'
  const behind = background?.kind === 'image' || background?.alpha === 255
  return behind || (coversCanvas(layout) && isVisiblyOpaque(photo, alpha, layout)) ? 'jpg' : 'png'
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
