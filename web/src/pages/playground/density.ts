/** Files from a canvas do not say how large they print; these functions add the density. */

const JFIF = [0x4a, 0x46, 0x49, 0x46, 0]
const DOTS_PER_INCH = 1
const PNG_HEADER_BYTES = 33 // signature and IHDR
const METRE_IN_INCHES = 39.3701

/** Expects a JFIF segment at the start, as browsers write it. */
export function withJpegDensity(jpeg: Uint8Array<ArrayBuffer>, dpi: number): Uint8Array<ArrayBuffer> {
  if (!JFIF.every((byte, at) => jpeg[6 + at] === byte)) throw new Error('The browser wrote an unexpected JPEG')
  const tagged = jpeg.slice()
  const view = new DataView(tagged.buffer)
  view.setUint8(13, DOTS_PER_INCH)
  view.setUint16(14, dpi)
  view.setUint16(16, dpi)
  return tagged
}

/** Inserts a pHYs chunk after the header. */
export function withPngDensity(png: Uint8Array<ArrayBuffer>, dpi: number): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21)
  const view = new DataView(chunk.buffer)
  const perMetre = Math.round(dpi * METRE_IN_INCHES)
  view.setUint32(0, 9)
  chunk.set([0x70, 0x48, 0x59, 0x73], 4) // pHYs
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  view.setUint8(16, 1) // the unit is the metre
  view.setUint32(17, crc32(chunk.subarray(4, 17)))
  const tagged = new Uint8Array(png.length + chunk.length)
  tagged.set(png.subarray(0, PNG_HEADER_BYTES))
  tagged.set(chunk, PNG_HEADER_BYTES)
  tagged.set(png.subarray(PNG_HEADER_BYTES), PNG_HEADER_BYTES + chunk.length)
  return tagged
}

/** As PNG defines it. Not worth a table for 13 bytes. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
