/** A photo and its subject → one finished canvas, as a rendering asks for it. */
import { type FileFormat, isOpaque } from '../codec/encode.js'
import type { CutoutJob, ImageLimits, JobFiles } from '../job.js'
import type { Cutout, Photo, Size } from '../raster/picture.js'
import { editsFor } from './edits.js'
import type { FoundPhoto } from './found-photo.js'
import { coversCanvas, type Layout, layOut, layOutOnCanvas } from './layout.js'
import { renderCanvas, visibleSource } from './render-canvas.js'

interface Plan {
  readonly layout: Layout
  readonly format: FileFormat
}

/** `result`: the size of the result, where it is known already. */
export async function renderPicture(
  job: CutoutJob,
  found: FoundPhoto & { readonly result: Size | undefined },
  files: JobFiles,
  limits: ImageLimits,
): Promise<Plan & { canvas: Cutout }> {
  const { layout, format } = planPicture(job, found)
  const rendered = renderCanvas(found.photo, found.alpha, layout, format === 'zip')
  // The next picture of a set begins with the photo as it is.
  const isShared = job.set && rendered.colour === found.photo.colour
  const canvas = isShared ? { ...rendered, colour: rendered.colour.slice(), alpha: rendered.alpha.slice() } : rendered
  for (const edit of editsFor(job, { files, format, layout, found, limits })) await edit(canvas)
  return { canvas, layout, format }
}

/** Format first, because it decides the cap; then the size and place of everything. */
function planPicture(job: CutoutJob, { photo, alpha, facts, result }: FoundPhoto & { result: Size | undefined }): Plan {
  const layoutFor = (format: string): Layout => {
    const [asPng, webp] = [format === 'png', format === 'webp' || format === 'avif']
    return job.canvas
      ? layOutOnCanvas(photo, facts, job.canvas, job, asPng, webp)
      : layOut(photo, facts.box, job, asPng, webp, result)
  }
  const format = job.format === 'auto' ? chooseFormat(job, photo, alpha, layoutFor('jpg')) : job.format
  return { layout: layoutFor(format), format }
}

function chooseFormat(job: CutoutJob, photo: Photo, alpha: Uint8Array, layout: Layout): 'png' | 'jpg' {
  const { background, channels, round } = job
  if (channels === 'alpha' || round) return 'png'
  const isFilled = channels === 'colour' || (background && !(background.kind === 'colour' && background.alpha < 255))
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
