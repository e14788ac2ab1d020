/** Background and cut-out, one over the other, within the frame. Runs in the worker, for the screen and for the file. */
import { blurBehind } from './blur-behind.js'
import { backgroundOf, type Edit, MIME_TYPES } from './edit.js'
import { type Box, frameOf, type Size, scaleFor } from './frame.js'
import type { Drawing, DrawJob } from './job.js'
import { brushed, canvasOf, type Layers, subjectOf } from './layers.js'

interface Composed {
  readonly canvas: OffscreenCanvas
  readonly frame: Box
  readonly scale: number
}

/** `maxSide` keeps it small and quick for the screen; the file is drawn at full size. */
async function compose(layers: Layers, { name, edit, strokes, maxSide }: DrawJob): Promise<Composed> {
  const cutout = brushed(layers, strokes, name)
  const frame = frameOf(layers.full, edit.crop ? subjectOf(cutout, layers.full) : undefined, edit)
  const scale = scaleFor(frame, maxSide)
  const { canvas, context } = canvasOf({ width: frame.width * scale, height: frame.height * scale })
  await drawBackground(context, edit, layers, cutout, { frame, scale })
  place(context, cutout, layers.full, { frame, scale })
  return { canvas, frame, scale }
}

type Placing = Pick<Composed, 'frame' | 'scale'>

function place(
  context: OffscreenCanvasRenderingContext2D,
  picture: CanvasImageSource,
  full: Size,
  { frame, scale }: Placing,
): void {
  context.drawImage(picture, -frame.left * scale, -frame.top * scale, full.width * scale, full.height * scale)
}

async function drawBackground(
  context: OffscreenCanvasRenderingContext2D,
  edit: Edit,
  { full, photo }: Layers,
  cutout: OffscreenCanvas,
  placing: Placing,
): Promise<void> {
  const { width, height } = context.canvas
  switch (backgroundOf(edit)) {
    case 'white':
    case 'colour':
      context.fillStyle = backgroundOf(edit) === 'white' ? '#ffffff' : edit.colour
      context.fillRect(0, 0, width, height)
      break
    case 'picture':
      if (edit.picture) await cover(context, edit.picture)
      break
    case 'blur':
      if (photo) place(context, blurred(photo, cutout, edit.blur), full, placing)
      break
  }
}

/** Centred, and just large enough to leave no gap. */
async function cover(context: OffscreenCanvasRenderingContext2D, file: Blob): Promise<void> {
  const picture = await createImageBitmap(file)
  const { width, height } = context.canvas
  const scale = Math.max(width / picture.width, height / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h)
  picture.close()
}

/** A blurred background needs few pixels, and looks the same on screen and in the file. */
const BLUR_SIDE = 512
const MOST_BLUR = 0.07

function blurred(photo: OffscreenCanvas, cutout: OffscreenCanvas, strength: number): OffscreenCanvas {
  const scale = Math.min(1, BLUR_SIDE / Math.max(photo.width, photo.height))
  const size: Size = { width: photo.width * scale, height: photo.height * scale }
  const small = (picture: OffscreenCanvas) => {
    const { canvas, context } = canvasOf(size)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height)
  }
  const behind = small(photo)
  const radius = (Math.max(behind.width, behind.height) * MOST_BLUR * strength) / 100
  const { canvas, context } = canvasOf(behind)
  const data = blurBehind(behind.data, small(cutout).data, behind, radius)
  context.putImageData(new ImageData(data, behind.width), 0, 0)
  return canvas
}

export async function drawingOf(layers: Layers, job: DrawJob): Promise<Drawing> {
  const { canvas, frame, scale } = await compose(layers, job)
  const photo = job.compare ? layers.photo : undefined
  const original = photo && canvasOf(canvas)
  if (original) place(original.context, photo, layers.full, { frame, scale })
  const fileScale = scaleFor(frame, Number.POSITIVE_INFINITY)
  return {
    after: canvas.transferToImageBitmap(),
    before: original?.canvas.transferToImageBitmap(),
    size: { width: Math.round(frame.width * fileScale), height: Math.round(frame.height * fileScale) },
  }
}

const QUALITY = 0.92

export async function fileOf(layers: Layers, job: DrawJob): Promise<Blob> {
  const { canvas } = await compose(layers, job)
  return canvas.convertToBlob({ type: MIME_TYPES[job.edit.format], quality: QUALITY })
}
