/**
 * Background, shadow and cut-out, one over the other, on the canvas. Runs in the worker, for the screen and for the file.
 */
import type { Layout } from '../../../../../src/imaging/cutout/layout.js'
import { fitWithin } from '../../../../../src/imaging/raster/picture.js'
import { blurBehind } from './blur-behind.js'
import { backgroundOf, type Edit, MIME_TYPES } from './edit.js'
import { layoutOf, scaleFor } from './frame.js'
import type { Drawing, DrawJob } from './job.js'
import { brushed, type Context, canvasOf, type Layers, pixelsOf, place, subjectOf } from './layers.js'
import { shadowUnder } from './shadow-under.js'

interface Composed {
  readonly canvas: OffscreenCanvas
  readonly layout: Layout
  readonly scale: number
}

/** `maxSide` keeps it small and quick for the screen; the file is drawn at full size. */
async function compose(layers: Layers, { name, edit, strokes, maxSide }: DrawJob): Promise<Composed> {
  const cutout = brushed(layers, strokes, name)
  const subject = edit.canvas === 'photo' && edit.shadow === 'none' ? undefined : subjectOf(cutout, layers.full)
  const layout = layoutOf(layers.full, subject, edit)
  const scale = scaleFor(layout, maxSide)
  const { canvas, context } = canvasOf({ width: layout.width * scale, height: layout.height * scale })
  await drawBackground(context, edit, layers, cutout)
  const shadow = subject && shadowUnder(cutout, edit, subject, layout)
  if (shadow) context.drawImage(shadow, 0, 0, canvas.width, canvas.height)
  place(context, cutout, layout, scale)
  if (edit.preset?.round) cutRound(context, edit)
  return { canvas, layout, scale }
}

async function drawBackground(context: Context, edit: Edit, { photo }: Layers, cutout: OffscreenCanvas): Promise<void> {
  switch (backgroundOf(edit)) {
    case 'white':
    case 'colour':
      fill(context, backgroundOf(edit) === 'white' ? '#ffffff' : edit.colour)
      break
    case 'picture':
      if (edit.picture) {
        const picture = await createImageBitmap(edit.picture)
        cover(context, picture)
        picture.close()
      }
      break
    case 'blur':
      if (photo) cover(context, blurred(photo, cutout, edit.blur))
      break
  }
}

function fill(context: Context, colour: string): void {
  context.fillStyle = colour
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

/** Centred, and just large enough to leave no gap. */
function cover(context: Context, picture: ImageBitmap | OffscreenCanvas): void {
  const { width, height } = context.canvas
  const scale = Math.max(width / picture.width, height / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h)
}

/** Leaves the largest circle in the middle; what is outside of it is white where nothing can be transparent. */
function cutRound(context: Context, { format }: Edit): void {
  const { width, height } = context.canvas
  context.globalCompositeOperation = 'destination-in'
  context.beginPath()
  context.arc(width / 2, height / 2, Math.min(width, height) / 2, 0, 2 * Math.PI)
  context.fill()
  context.globalCompositeOperation = 'destination-over'
  if (format === 'jpg') fill(context, '#ffffff')
}

/** A blurred background needs few pixels, and looks the same on screen and in the file. */
const BLUR_SIDE = 512
/** As the server has it. */
const WIDEST_BLUR = 0.05

function blurred(photo: OffscreenCanvas, cutout: OffscreenCanvas, strength: number): OffscreenCanvas {
  const size = fitWithin(photo, BLUR_SIDE)
  const sigma = (Math.max(size.width, size.height) * WIDEST_BLUR * strength) / 100
  const { canvas, context } = canvasOf(size)
  const data = blurBehind(pixelsOf(photo, size).data, pixelsOf(cutout, size).data, size, sigma)
  context.putImageData(new ImageData(data, size.width), 0, 0)
  return canvas
}

export async function drawingOf(layers: Layers, job: DrawJob): Promise<Drawing> {
  const { canvas, layout, scale } = await compose(layers, job)
  const photo = job.compare ? layers.photo : undefined
  const original = photo && canvasOf(canvas)
  if (original) place(original.context, photo, layout, scale)
  const fileScale = scaleFor(layout, Number.POSITIVE_INFINITY)
  return {
    after: canvas.transferToImageBitmap(),
    before: original?.canvas.transferToImageBitmap(),
    size: { width: Math.round(layout.width * fileScale), height: Math.round(layout.height * fileScale) },
  }
}

/** The first that makes the file small enough for its preset. */
const QUALITIES = [0.92, 0.85, 0.75, 0.6, 0.4]

export async function fileOf(layers: Layers, job: DrawJob): Promise<Blob> {
  const { canvas } = await compose(layers, job)
  const { preset, format } = job.edit
  const mostBytes = preset?.max_kb ? preset.max_kb * 1000 : Number.POSITIVE_INFINITY
  let file = new Blob()
  for (const quality of QUALITIES) {
    file = await canvas.convertToBlob({ type: MIME_TYPES[format], quality })
    if (file.size <= mostBytes || format === 'png') break
  }
  return file
}
