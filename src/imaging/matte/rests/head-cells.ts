/** What is around a head, on a coarse grid: a face is always as many cells high, whatever the photo's size. */
import { bytes, filled, hold, kernels } from '../../kernels/room.js'
import { distanceToLevels } from '../../raster/distance.js'
import { LINEAR } from '../../raster/lab.js'
import type { Box, Cutout, Size } from '../../raster/picture.js'

export interface HeadCells extends Size {
  readonly left: number
  readonly top: number
  /** Of a cell, in pixels of the photo. */
  readonly side: number
  /** Cells in the height of the face. */
  readonly unit: number
  /** Three floats per cell. */
  readonly lab: Float32Array
  readonly rgb: Float32Array
  /** How much its pixels differ, in levels. */
  readonly rough: Float32Array
  /** Mean alpha, 0..255. */
  readonly alpha: Uint8Array
  /** 1 where nothing of the subject is. */
  readonly background: Uint8Array
  /** How far inside the subject, in cells. */
  readonly depth: Float32Array
  /** 1 in the face itself. */
  readonly face: Uint8Array
}

/** In the height of a face. */
const FINE = 64
/** Around a face, in its heights. */
const REACH = { above: 1.2, below: 0.9, side: 1.7 }
/** The oval of a face, relative to its box. */
const OVAL = 1.05
/** From this alpha on a cell is subject. */
const OPAQUE = 128
/** Pixels looked at in a cell, in each direction, or a few more. */
const LOOKS = 4

/** `inFace`: cells in the height of the face. */
export function headCellsOf(photo: Cutout, box: Box, inFace = FINE): HeadCells {
  const side = Math.max(1, Math.round(box.height / inFace))
  const middle = box.left + box.width / 2
  const left = Math.max(0, Math.floor(middle - REACH.side * box.height))
  const top = Math.max(0, Math.floor(box.top - REACH.above * box.height))
  const right = Math.min(photo.width, middle + REACH.side * box.height)
  const bottom = Math.min(photo.height, box.top + (1 + REACH.below) * box.height)
  const [width, height] = [
    Math.max(0, Math.floor((right - left) / side)),
    Math.max(0, Math.floor((bottom - top) / side)),
  ]
  const count = width * height
  const planes = {
    lab: new Float32Array(count * 3),
    rgb: new Float32Array(count * 3),
    rough: new Float32Array(count),
    alpha: new Uint8Array(count),
    background: new Uint8Array(count),
    face: new Uint8Array(count),
  }
  lookAtAll(photo, { left, top, width, height }, side, planes)
  for (let row = 0, cell = 0; row < height; row++) {
    const down = (top + row * side + side / 2 - box.top - box.height / 2) / ((OVAL * box.height) / 2)
    for (let column = 0; column < width; column++, cell++) {
      const across = (left + column * side + side / 2 - middle) / ((OVAL * box.width) / 2)
      planes.face[cell] = across ** 2 + down ** 2 < 1 ? 1 : 0
    }
  }
  const depth = distanceToLevels(0, OPAQUE - 1, planes.alpha, width)
  return { width, height, left, top, side, unit: box.height / side, depth, ...planes }
}

type Planes = Pick<HeadCells, 'lab' | 'rgb' | 'rough' | 'alpha' | 'background'>

/** Only the lines that are looked at are copied for the kernel, row of cells by row of cells. */
function lookAtAll(photo: Cutout, { left, top, width, height }: Box, side: number, to: Planes): void {
  const step = Math.max(1, Math.floor(side / LOOKS))
  const looks = Math.ceil(side / step)
  const line = width * side
  const regions = { colour: bytes(line * looks * 3), levels: bytes(line * looks), pixel: bytes(4), linear: LINEAR }
  const { lab, rgb, rough, alpha, background } = to
  const made = {
    lab: filled(lab),
    rgb: filled(rgb),
    rough: filled(rough),
    alpha: filled(alpha),
    background: filled(background),
  }
  hold({ ...regions, ...made }, (held) => {
    const [colour, levels] = [held.colour.see(), held.levels.see()]
    for (let row = 0; row < height; row++) {
      for (let y = 0; y < looks; y++) {
        const start = (top + row * side + y * step) * photo.width + left
        colour.set(photo.colour.subarray(start * 3, (start + line) * 3), y * line * 3)
        levels.set(photo.alpha.subarray(start, start + line), y * line)
      }
      const first = row * width
      kernels.lookAtCells(
        held.colour,
        held.levels,
        width,
        side,
        step,
        held.linear,
        held.pixel,
        held.rgb.at(first * 3),
        held.rough.at(first),
        held.lab.at(first * 3),
        held.alpha.at(first),
        held.background.at(first),
      )
    }
  })
}
