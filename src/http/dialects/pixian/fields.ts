/** What Pixian's parameters mean; names and defaults are theirs. */
import type { CutoutJob, Margins } from '../../../imaging/job.js'
import { webColour } from '../../../parameters/colours.js'
import { margins } from '../../../parameters/lengths.js'
import { numberWithin } from '../../../parameters/numbers.js'
import { BadParameter, type Reader, reader } from '../../../parameters/reader.js'
import { CANVAS_SIDES, canvasSize } from '../../../parameters/rendering-readers.js'
import { base64File, file, webAddress } from '../../../parameters/sources.js'
import { choice, flag } from '../../../parameters/words.js'
import { field, type ValuesOf } from '../../fields.js'

export const SOURCES = {
  image: field(file, 'The photo.'),
  'image.base64': field(base64File, 'The photo as base64.'),
  'image.url': field(webAddress(), 'Its address.'),
}

const MOST_PIXELS = 25_000_000

/** As in CSS: three are top, both sides, bottom. */
const cssMargins: Reader<Margins> = reader('1 to 4 values of at most 50% or 500px', (text, refuse) => {
  const [top, sides, bottom, ...more] = text.trim().split(/\s+/)
  const isThree = bottom !== undefined && more.length === 0
  try {
    return margins.read(isThree ? `${top} ${sides} ${bottom} ${sides}` : text, '')
  } catch {
    return refuse()
  }
})

/** `2000 1000`, width before height. */
const targetSize: Reader<{ width: number; height: number }> = reader(
  `a width and a height of ${CANVAS_SIDES.min} to ${CANVAS_SIDES.max} pixels, such as 2000 1000`,
  (text, refuse) => {
    const [, width, height] = /^(\d{1,5})(?:px)?[\s,x]+(\d{1,5})(?:px)?$/.exec(text.trim()) ?? []
    try {
      const size = canvasSize.read(`${width}x${height}`, '')
      return 'width' in size ? size : refuse()
    } catch {
      return refuse()
    }
  },
)

export const FIELDS = {
  test: field(flag, 'Free and watermarked.', 'false'),
  max_pixels: field(numberWithin({ min: 100, max: MOST_PIXELS, whole: true }), 'Of the result.', String(MOST_PIXELS)),
  'background.color': field(webColour, 'Behind the subject.'),
  'result.crop_to_foreground': field(flag, 'Crop to the subject.', 'false'),
  'result.margin': field(cssMargins, 'Room around the subject.', '0px'),
  'result.target_size': field(targetSize, 'The size of the result.'),
  'result.vertical_alignment': field(choice({ top: 0, middle: 50, bottom: 100 }), 'Where the subject is.', 'middle'),
  'output.format': field(choice({ auto: 'auto', png: 'png', jpeg: 'jpg' } as const), 'Of the result.', 'auto'),
  'output.jpeg_quality': field(numberWithin({ min: 1, max: 100, whole: true }), 'Of a JPEG.', '75'),
}

type Rendered = Pick<CutoutJob, 'format' | 'quality' | 'background' | 'crop' | 'canvas'>

export function renderingOf(values: ValuesOf<typeof FIELDS>): Rendered {
  const { 'background.color': colour, 'output.format': format, 'output.jpeg_quality': quality } = values
  return { format, quality, ...(colour && { background: { kind: 'colour', ...colour } }), ...placeOf(values) }
}

function placeOf(values: ValuesOf<typeof FIELDS>): Pick<Rendered, 'crop' | 'canvas'> {
  const { 'result.margin': room, 'result.target_size': size } = values
  if (!values['result.crop_to_foreground']) {
    if (size) throw needsCrop('result.target_size')
    if (Object.values(room).some(({ value }) => value > 0)) throw needsCrop('result.margin')
    return {}
  }
  if (!size) return { crop: room }
  const align = { xPercent: 50, yPercent: values['result.vertical_alignment'] }
  return { canvas: { size, align, margins: room } }
}

/** Canvases are made for the subject, not for the whole photo. */
const needsCrop = (name: string): BadParameter =>
  new BadParameter(`${name} is served with result.crop_to_foreground=true only`, name)
