/**
 * What a matte has kept of the old background beside head and hair: a stripe of a flag, the wall between hair and shoulder.
 * It has a colour that the background has right there, and that the person does not have, neither there nor elsewhere.
 */
import { bytes, changed, floats, hold, ints, kernels } from '../kernels/room.js'
import { SOLID } from '../raster/components.js'
import { LINEAR } from '../raster/lab.js'
import type { Photo, Size } from '../raster/picture.js'
import { COLOURS, COUNT_INTS } from './colour-count.js'
import { OPAQUE, type PortraitMatte } from './portrait-matte.js'
import { linesInStrip, visitStrips } from './visit-lines.js'

/** Of the background, each with colours of its own, as the kernel divides it. */
const STRIPES = 16
/** In squared face lengths: less is noise, or a wisp of hair before the background. */
const LEAST = 0.0015
/** Blocks of pixels per cell of the portrait: finer than that, nobody sees it. */
const BLOCKS_PER_CELL = 3

/** The photo's alpha without them; the same plane where there are none. `labs`: the photo's colours by cell. */
export function withoutRemnants(photo: Photo, labs: Float32Array, alpha: Uint8Array, matte: PortraitMatte): Uint8Array {
  const side = Math.max(1, Math.floor(matte.unit / BLOCKS_PER_CELL))
  const blocks = { width: Math.floor(photo.width / side), height: Math.floor(photo.height / side) }
  const least = (LEAST * matte.frame.chin ** 2) / side ** 2
  const { certain, found } = senseBlocks(photo, labs, matte, blocks, side)
  if (certain < least || !keepLarge(found, blocks.width, least)) return alpha
  return faded(alpha, photo.width, found, blocks, side)
}

/** Leaves the pieces of which so many blocks are certain; whether there are any. */
function keepLarge(found: Uint8Array, columns: number, least: number): boolean {
  const blocks = found.length
  return hold({ found: changed(found), labels: ints(blocks), queue: ints(blocks) }, ({ found, labels, queue }) => {
    const count = kernels.labelPieces(found, SOLID, columns, blocks, bytes(blocks), labels, queue)
    return kernels.keepLargePieces(found, labels, blocks, count, least, queue) > 0
  })
}

/** Which blocks of the photo show the background, and how many of them do so for certain. */
function senseBlocks(photo: Photo, labs: Float32Array, matte: PortraitMatte, blocks: Size, side: number) {
  const { width: columns, height: rows, unit, origin, alpha, inside, frame } = matte
  const { width, height, colour } = photo
  const found = new Uint8Array(blocks.width * blocks.height)
  const place = [origin.u, origin.v, unit, frame.chin] as const
  const scratch = { counts: ints((1 + STRIPES) * COUNT_INTS), verdicts: bytes(STRIPES * COLOURS), lab: floats(3) }
  const most = linesInStrip(blocks.width)
  const lines = { rgb: bytes(3 * width * most), strip: bytes(blocks.width * most) }
  let certain = 0
  const planes = { levels: alpha, depth: floats(alpha.length), doubtful: bytes(alpha.length) }
  hold({ ...planes, linear: LINEAR, ...scratch, ...lines }, (held) => {
    const { levels, depth, doubtful, counts, verdicts } = held
    kernels.measureDistances(levels, columns, rows, 0, OPAQUE - 1, depth)
    const cells = [levels, inside, depth, labs, columns, rows, OPAQUE] as const
    kernels.countBeside(...cells, ...place, frame.eyeDistance, counts, doubtful)
    kernels.forgetVerdicts(verdicts)
    const [isDoubtful, rgb, strip] = [doubtful.see(), held.rgb.see(), held.strip.see()]
    const toPhoto = ({ x, y }: { x: number; y: number }) => ({ x: x * side, y: y * side })
    visitStrips(matte, isDoubtful, blocks, toPhoto, (top, end, at) => {
      for (let row = top; row < end; row++) {
        const start = 3 * width * Math.min(height - 1, Math.round((row + 0.5) * side))
        rgb.set(colour.subarray(start, start + 3 * width), 3 * width * (row - top))
      }
      const over = [doubtful, columns, rows, ...at, held.rgb, width, side, blocks.width, held.linear] as const
      certain += kernels.senseBackground(...over, ...place, counts, verdicts, held.lab, held.strip)
      found.set(strip.subarray(0, (end - top) * blocks.width), top * blocks.width)
    })
  })
  return { found, certain }
}

/** Around a remnant alpha fades, so that its edge is as soft as any other. `remnants`: 1 in their blocks. */
function faded(alpha: Uint8Array, width: number, remnants: Uint8Array, { width: columns, height }: Size, side: number) {
  const cleared = alpha.slice()
  hold({ remnants }, (held) => {
    for (let row = 1; row < height - 1; row++) {
      const lines = cleared.subarray(row * side * width, (row + 1) * side * width)
      kernels.fadeBlocks(held.remnants.at(row * columns), columns, side, width, changed(lines))
    }
  })
  return cleared
}
