/** The rows of a PNG before they are compressed, plainly: the filter's number, then each byte less what Paeth expects. */
import type { Planes } from '../../src/imaging/codec/png-rows.js'

export function pngRows(planes: Planes): Uint8Array {
  const pixelBytes = planes.colour ? 4 : 1
  const { width, height } = planes
  const pixels = pngPixels(planes)
  const rows = new Uint8Array(height * (1 + width * pixelBytes))
  let to = 0
  for (let y = 0; y < height; y++) {
    const at = (x: number, row: number): number => (x < 0 || row < 0 ? 0 : pixels[row * width * pixelBytes + x]!)
    rows[to++] = 4
    for (let x = 0; x < width * pixelBytes; x++) {
      rows[to++] = at(x, y) - paeth(at(x - pixelBytes, y), at(x, y - 1), at(x - pixelBytes, y - 1))
    }
  }
  return rows
}

/** What a reader must find: the mask alone, or RGBA without the colours of what is invisible. */
export function pngPixels({ colour, alpha }: Planes): Uint8Array {
  if (!colour) return alpha
  return Uint8Array.from({ length: alpha.length * 4 }, (_, i) => {
    const pixel = i >> 2
    if (i % 4 === 3) return alpha[pixel]!
    return alpha[pixel] === 0 ? 0 : colour[pixel * 3 + (i % 4)]!
  })
}

/** As in ISO/IEC 15948, 9.4. */
function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
