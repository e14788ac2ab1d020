/** The edits that a job makes to the finished canvas, in order; those that do not apply are left out. */
import type { FileFormat } from '../codec/encode.js'
import { seedOf } from '../codec/seed.js'
import { type CutoutJob, type ImageLimits, isMask, type JobFiles, type Shadow } from '../job.js'
import { compositeOnColour, compositeOnPicture, compositeOnWhite } from '../raster/blend.js'
import type { Cutout } from '../raster/picture.js'
import { drawWatermark, drawWatermarkOnMask } from '../raster/watermark.js'
import { blurredSurroundings, drawGradient } from './backdrop.js'
import { compositeOnImage } from './background-image.js'
import { coarsenEdges } from './coarse-edges.js'
import type { FoundPhoto } from './found-photo.js'
import type { Layout } from './layout.js'
import { cutRound } from './round.js'
import { castShadow } from './shadow/shadow.js'

export type Edit = (canvas: Cutout) => void | Promise<void>

export interface EditScene {
  readonly files: JobFiles
  readonly format: FileFormat
  readonly layout: Layout
  readonly found: FoundPhoto
  readonly limits: ImageLimits
}

export function editsFor(job: CutoutJob, scene: EditScene): readonly Edit[] {
  const { files, layout } = scene
  const surroundings = isMask(job) ? [] : surroundingEdits(job, scene)
  if (!job.watermark) return surroundings
  const draw = isMask(job) ? drawWatermarkOnMask : drawWatermark
  const watermark: Edit = async (canvas) =>
    draw(canvas, { seed: await seedOf(files.input), subject: layout.foreground })
  // Before the watermark, which then covers the background as well.
  return [coarsenEdges, ...surroundings, watermark]
}

function surroundingEdits(job: CutoutJob, scene: EditScene): readonly Edit[] {
  if (job.channels === 'colour') return [showColoursAlone]
  const { shadow, round } = job
  const { layout, found } = scene
  return [
    ...(shadow && castsShadow(shadow, found)
      ? [async (canvas: Cutout) => castShadow(canvas, await found.shadows(shadow), layout, found.photo)]
      : []),
    ...backgroundEdits(job, scene),
    ...(round ? [cutRound] : []),
  ]
}

/** What the photo's lower edge cuts off stands on nothing. */
const castsShadow = ({ kind }: Shadow, { facts, ownShadow }: FoundPhoto): boolean =>
  kind === 'drop' || (kind === 'natural' && ownShadow !== undefined) || !facts.cut.bottom

function backgroundEdits({ background }: CutoutJob, { format, files, found, limits }: EditScene): readonly Edit[] {
  switch (background?.kind) {
    case undefined:
      return []
    case 'image':
      return [(canvas) => compositeOnImage(canvas, files.background, limits, background.blurPercent)]
    case 'photo':
      return [
        async (canvas) =>
          compositeOnPicture(
            canvas,
            await blurredSurroundings(found.photo, found.alpha, canvas, background.blurPercent),
          ),
      ]
    case 'gradient':
      return [(canvas) => compositeOnPicture(canvas, drawGradient(canvas, background))]
    case 'colour': {
      const colour: Edit = (canvas) => compositeOnColour(canvas, background, background.alpha)
      const showsWhite = background.alpha < 255 && (format === 'jpg' || format === 'zip')
      return showsWhite ? [colour, compositeOnWhite] : [colour]
    }
  }
}

/** The subject's colours as they are under its soft edge, and white where there is nothing of it. */
function showColoursAlone({ colour, alpha }: Cutout): void {
  for (let i = 0; i < alpha.length; i++) if (alpha[i] === 0) colour.fill(255, i * 3, i * 3 + 3)
  alpha.fill(255)
}
