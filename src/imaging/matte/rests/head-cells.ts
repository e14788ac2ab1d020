/** What is around a head, on a coarse grid: a face is always as many cells high, whatever the photo's size. */
import { distanceToLevels } from '../../raster/distance.js'
import { toLab } from '../../raster/lab.js'
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
/** Alpha up to this is background, from the second one on subject. */
const [CLEAR, OPAQUE] = [8, 128]
/** Pixels looked at in a cell, in each direction. */
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
  const step = Math.max(1, Math.floor(side / LOOKS))
  for (let row = 0, cell = 0; row < height; row++) {
    const y = top + row * side
    const down = (y + side / 2 - box.top - box.height / 2) / ((OVAL * box.height) / 2)
    for (let column = 0; column < width; column++, cell++) {
      const x = left + column * side
      lookAt(photo, x, y, side, step, cell, planes)
      const across = (x + side / 2 - middle) / ((OVAL * box.width) / 2)
      planes.face[cell] = across ** 2 + down ** 2 < 1 ? 1 : 0
    }
  }
  const depth = distanceToLevels(0, OPAQUE - 1, planes.alpha, width)
  return { width, height, left, top, side, unit: box.height / side, depth, ...planes }
}

type Planes = Pick<HeadCells, 'lab' | 'rgb' | 'rough' | 'alpha' | 'background'>

function lookAt(photo: Cutout, left: number, top: number, side: number, step: number, cell: number, to: Planes): void {
  let [red, green, blue, squares, sum, most, looks] = [0, 0, 0, 0, 0, 0, 0]
  for (let y = top; y < top + side; y += step) {
    for (let x = left; x < left + side; x += step) {
      const at = y * photo.width + x
      red += photo.colour[at * 3]!
      green += photo.colour[at * 3 + 1]!
      squares += photo.colour[at * 3 + 1]! ** 2
      blue += photo.colour[at * 3 + 2]!
      sum += photo.alpha[at]!
      most = Math.max(most, photo.alpha[at]!)
      looks += 1
    }
  }
  const at = cell * 3
  to.rgb[at] = red / looks
  to.rgb[at + 1] = green / looks
  to.rgb[at + 2] = blue / looks
  to.rough[cell] = Math.sqrt(Math.max(0, squares / looks - to.rgb[at + 1]! ** 2))
  to.lab.set(toLab(Math.round(red / looks), Math.round(green / looks), Math.round(blue / looks)), at)
  to.alpha[cell] = sum / looks
  to.background[cell] = most < CLEAR ? 1 : 0
}
