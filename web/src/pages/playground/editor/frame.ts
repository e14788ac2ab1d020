/** Where the subject is in the cut-out, and where everything goes in the picture. */
import { type Layout, layOut, layOutOnCanvas } from '../../../../../src/imaging/cutout/layout.js'
import type { Edge, Subject } from '../../../../../src/imaging/cutout/subject.js'
import type { Canvas, Length, Margins } from '../../../../../src/imaging/job.js'
import type { Box, Size } from '../../../../../src/imaging/raster/picture.js'
import { type Edit, hasCanvas } from './edit.js'

export type { Box, Size }

/** `data` as in ImageData. */
export const alphaOf = (data: Uint8ClampedArray): Uint8Array =>
  Uint8Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 3]!)

/** The smallest box around everything visible, as the server has it; `data` as in ImageData. */
export function subjectBox(data: Uint8ClampedArray, { width, height }: Size): Box | undefined {
  let [left, right, top, bottom] = [width, -1, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top < 0) top = y
      bottom = y
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Scales up a box found on a smaller picture, and widens it by one of that picture's pixels on all sides. */
export function enlarged(box: Box, found: Size, full: Size): Box {
  if (found.width === full.width) return box
  const [x, y] = [full.width / found.width, full.height / found.height]
  const left = Math.max(0, Math.floor((box.left - 1) * x))
  const top = Math.max(0, Math.floor((box.top - 1) * y))
  const right = Math.min(full.width, Math.ceil((box.left + box.width + 1) * x))
  const bottom = Math.min(full.height, Math.ceil((box.top + box.height + 1) * y))
  return { left, top, width: right - left, height: bottom - top }
}

/** Files are as large as asked for; only the screen's are scaled down, and later. */
const RULES = { cap: { longestSide: Number.POSITIVE_INFINITY } }

/** Where photo and subject go, in pixels of the file: the server's own geometry. */
export function layoutOf(full: Size, subject: Subject | undefined, edit: Edit): Layout {
  const whole: Box = { left: 0, top: 0, ...full }
  if (!subject) return { ...full, photo: whole, foreground: whole }
  if (hasCanvas(edit)) return layOutOnCanvas(full, subject, canvasOf(edit), RULES, false, false)
  const crop = edit.canvas === 'subject' ? { crop: marginsOf(subject, edit.margin) } : {}
  return layOut(full, subject.box, { ...RULES, ...crop }, false, false)
}

function canvasOf({ canvas, fill, align }: Edit): Canvas {
  const [width = 1, height = 1] = canvas.split(/[x:]/).map(Number)
  return {
    size: canvas.includes(':') ? { ratio: width / height } : { width, height },
    fill: { percent: fill, by: 'side' },
    align: align === 'centre' ? { xPercent: 50, yPercent: 50 } : align,
  }
}

/** None where the photo's border cuts the subject: a margin there would show the cut. */
function marginsOf({ cut }: Subject, margin: number): Margins {
  const at = (edge: Edge): Length => ({ value: cut[edge] ? 0 : margin, unit: '%' })
  return { top: at('top'), right: at('right'), bottom: at('bottom'), left: at('left') }
}

/** The largest canvas that every browser can draw, phones included. */
const MOST_PIXELS = 4096 * 4096

export const scaleFor = ({ width, height }: Size, maxSide: number): number =>
  Math.min(1, maxSide / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)))
