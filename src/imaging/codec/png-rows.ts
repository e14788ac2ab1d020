/** Planes → the zlib stream of a PNG's rows, strip by strip; see kernels/png-filter.ts and kernels/deflate.ts. */
import { bytes, hold, kernels } from '../kernels/room.js'

/** What the kernels work on stays in the processor's cache, and each strip is long enough for a code of its own. */
const STRIP_BYTES = 256 * 1024
const MARGIN = 16

/** RGBA when there are colours, otherwise grey. */
export interface Planes {
  readonly width: number
  readonly height: number
  /** Left out where alpha is 0: what is invisible must not be recoverable. */
  readonly colour: Uint8Array | undefined
  readonly alpha: Uint8Array
}

/** The parts of the stream, one after the other. Each has `room` bytes before and behind it for the receiver to fill. */
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
  const regions = {
    lines: new Uint8Array(2 * (MARGIN + stride)),
    filtered: bytes(stripBytes),
    part: bytes(stripBytes * 2 + 1024 + 2 * room),
  }
  hold(regions, ({ lines, filtered, part }) => {
    kernels.startStream()
    for (let y = 0; y < height; y += rowsPerStrip) {
      const rows = Math.min(rowsPerStrip, height - y)
      const [from, end] = [y * width, (y + rows) * width]
      const opacity = alpha.subarray(from, end)
      if (colour)
        kernels.filterCutout(colour.subarray(from * 3, end * 3), opacity, width, rows, stride, lines, filtered)
      else kernels.filterPlane(opacity, width, rows, stride, lines, filtered)
      const spans = bytes(stripBytes / 2 + rowsPerStrip * 8)
      const isLast = y + rows === height ? 1 : 0
      const count = kernels.deflateRows(filtered, rowBytes, rows, pixelBytes, spans, part.at(room), isLast)
      receive(part.copy(count + 2 * room))
    }
  })
}
