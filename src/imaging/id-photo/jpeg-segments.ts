/** The two things about a JPEG file that encoders do not do for us: its density tag, and making it longer. */
const START = 0xffd8
const APP0 = 0xffe0
const COMMENT = 0xfffe
/** Marker, length, "JFIF\0", version: then come the unit and both densities. */
const JFIF_UNIT = 11
const DOTS_PER_INCH = 1
/** The length of a segment counts itself and fits 16 bits. */
const COMMENT_MAX_BYTES = 65_533

/** The file with this density in both axes. */
export function withDensity(jpeg: Buffer, dpi: number): Buffer {
  if (jpeg.readUInt16BE(0) !== START || jpeg.readUInt16BE(2) !== APP0 || jpeg.toString('latin1', 6, 10) !== 'JFIF') {
    throw new Error('The encoder wrote a JPEG without a JFIF header')
  }
  const out = Buffer.from(jpeg)
  out.writeUInt8(DOTS_PER_INCH, 2 + JFIF_UNIT)
  out.writeUInt16BE(dpi, 3 + JFIF_UNIT)
  out.writeUInt16BE(dpi, 5 + JFIF_UNIT)
  return out
}

/** The file with comments after its first header until it has at least this many bytes. */
export function paddedTo(jpeg: Buffer, bytes: number): Buffer {
  const headerEnd = 4 + jpeg.readUInt16BE(4)
  const comments: Buffer[] = []
  for (let missing = bytes - jpeg.length; missing > 0; ) {
    const length = Math.min(COMMENT_MAX_BYTES, Math.max(0, missing - 4))
    const comment = Buffer.alloc(4 + length, ' ')
    comment.writeUInt16BE(COMMENT, 0)
    comment.writeUInt16BE(2 + length, 2)
    comments.push(comment)
    missing -= comment.length
  }
  return Buffer.concat([jpeg.subarray(0, headerEnd), ...comments, jpeg.subarray(headerEnd)])
}
