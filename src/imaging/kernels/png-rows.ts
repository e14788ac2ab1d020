/** Planes → the zlib stream of a PNG's rows, strip by strip; see kernels/png-filter.ts and kernels/deflate.ts. */
import { type Address, bytesAt, kernel, reserve } from './memory.js'

type FilterCutout = (
  colour: Address,
  alpha: Address,
  width: number,
  rows: number,
  stride: number,
  lines: Address,
  filtered: Address,
) => void
type FilterPlane = (
  plane: Address,
  width: number,
  rows: number,
  stride: number,
  lines: Address,
  filtered: Address,
) => void
type DeflateRows = (
  filtered: Address,
  rowBytes: number,
  rows: number,
  pixelBytes: number,
  spans: Address,
  to: Address,
  isLast: number,
) => number

const filterCutout = kernel<FilterCutout>('filterCutout')
const filterPlane = kernel<FilterPlane>('filterPlane')
const startStream = kernel<() => void>('startStream')
const deflateRows = kernel<DeflateRows>('deflateRows')

/** What the kernels work on stays in the processor's cache, and each strip is long enough for a code of its own. */
const STRIP_BYTES = 256 * 1024
/** Vectors are read whole, also where a row ends. */
const SLACK = 16
const MARGIN = 16

/** RGBA when there are colours, otherwise grey. */
export interface Planes {
  readonly width: number
  readonly height: number
  /** Left out where alpha is 0: what is invisible must not be recoverable. */
  readonly colour: Uint8Array | undefined
  readonly alpha: Uint8Array
}

/**
 * The parts of the stream, one after the other. Each is handed over with `room` bytes before and behind it that the
 * receiver may fill, and is valid only until it returns.
 */
export function deflateStrips(
  { width, height, colour, alpha }: Planes,
  room: number,
  receive: (part: Uint8Array) => void,
): void {
  const pixelBytes = colour ? 4 : 1
  const rowBytes = width * pixelBytes
  const stride = Math.ceil(rowBytes / 16) * 16
  const rowsPerStrip = Math.min(height, Math.max(1, Math.floor(STRIP_BYTES / stride)))
  const stripBytes = rowsPerStrip * stride
  const lineBytes = 2 * (MARGIN + stride)
  const at = reserve({
    colour: colour ? rowsPerStrip * width * 3 + SLACK : 0,
    alpha: rowsPerStrip * width + SLACK,
    lines: lineBytes,
    filtered: stripBytes + SLACK,
    spans: stripBytes / 2 + rowsPerStrip * 8,
    part: stripBytes * 2 + 1024 + 2 * room,
  })
  bytesAt(at.lines, lineBytes).fill(0)
  startStream()
  for (let y = 0; y < height; y += rowsPerStrip) {
    const rows = Math.min(rowsPerStrip, height - y)
    const [from, end] = [y * width, (y + rows) * width]
    bytesAt(at.alpha, end - from).set(alpha.subarray(from, end))
    if (colour) {
      bytesAt(at.colour, (end - from) * 3).set(colour.subarray(from * 3, end * 3))
      filterCutout(at.colour, at.alpha, width, rows, stride, at.lines, at.filtered)
    } else {
      filterPlane(at.alpha, width, rows, stride, at.lines, at.filtered)
    }
    const isLast = y + rows === height ? 1 : 0
    const bytes = deflateRows(at.filtered, rowBytes, rows, pixelBytes, at.spans, at.part + room, isLast)
    receive(bytesAt(at.part, bytes + 2 * room))
  }
}
