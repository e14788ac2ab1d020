/** Two things that our JPEG encoder cannot do: write the density tag, and pad the file to a minimum size. */
const START = 0xffd8
const JFIF = 0xffe0
const COMMENT = 0xfffe
const DOTS_PER_INCH = 1
/** The start marker, then the JFIF segment, which has to come first. */
const HEADER_BYTES = 2 + 18
/** A segment's length field includes itself and has 16 bits. */
const COMMENT_MAX_BYTES = 65_533

/** Adds a JFIF segment with this density to a file that has none yet. */
export function withDensity(jpeg: Buffer, dpi: number): Buffer {
  if (jpeg.readUInt16BE(0) !== START || jpeg.readUInt16BE(2) === JFIF) {
    throw new Error('The encoder wrote a different kind of JPEG than expected')
  }
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(START, 0)
  header.writeUInt16BE(JFIF, 2)
  header.writeUInt16BE(HEADER_BYTES - 4, 4)
  header.write('JFIF\0', 6, 'latin1')
  header.writeUInt16BE(0x0102, 11) // version 1.2
  header.writeUInt8(DOTS_PER_INCH, 13)
  header.writeUInt16BE(dpi, 14)
  header.writeUInt16BE(dpi, 16)
  // The last two bytes are the size of a thumbnail: none.
  return Buffer.concat([header, jpeg.subarray(2)])
}

/** Pads a file made by `withDensity` with comments after its header until it has at least this many bytes. */
export function paddedTo(jpeg: Buffer, bytes: number): Buffer {
  const comments: Buffer[] = []
  for (let missing = bytes - jpeg.length; missing > 0; ) {
    const length = Math.min(COMMENT_MAX_BYTES, Math.max(0, missing - 4))
    const comment = Buffer.alloc(4 + length, ' ')
    comment.writeUInt16BE(COMMENT, 0)
    comment.writeUInt16BE(2 + length, 2)
    comments.push(comment)
    missing -= comment.length
  }
  return Buffer.concat([jpeg.subarray(0, HEADER_BYTES), ...comments, jpeg.subarray(HEADER_BYTES)])
}
