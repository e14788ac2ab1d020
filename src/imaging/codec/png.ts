/** Planes → PNG (ISO/IEC 15948), RGBA or grey with 8 bits, and nothing in it but the pixels. */
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { deflateStrips, type Planes } from './png-rows.js'

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]
const GREY = 0
const RGBA = 6

/** Around a chunk's data: its length and type, and its checksum. */
const HEAD_BYTES = 8
const CHECKSUM_BYTES = 4

/** Returns the size of the file. Writes each strip at once: nothing is kept. */
export function writePng(planes: Planes, file: string): number {
  const target = openSync(file, 'w')
  try {
    let bytes = 0
    encodePng(planes, (part) => {
      writeFileSync(target, part)
      bytes += part.length
    })
    return bytes
  } finally {
    closeSync(target)
  }
}

export function pngOf(planes: Planes): Buffer {
  const parts: Uint8Array[] = []
  encodePng(planes, (part) => parts.push(part))
  return Buffer.concat(parts)
}

/** Hands the file over part by part. */
function encodePng(planes: Planes, write: (part: Uint8Array) => void): void {
  write(Uint8Array.from(SIGNATURE))
  write(header(planes))
  deflateStrips(planes, HEAD_BYTES, (part) => {
    write(sealed(part.subarray(0, part.length - HEAD_BYTES + CHECKSUM_BYTES), 'IDAT'))
  })
  write(sealed(new Uint8Array(HEAD_BYTES + CHECKSUM_BYTES), 'IEND'))
}

function header({ width, height, colour }: Planes): Uint8Array {
  const chunk = new Uint8Array(HEAD_BYTES + 13 + CHECKSUM_BYTES)
  const view = new DataView(chunk.buffer, HEAD_BYTES)
  view.setUint32(0, width)
  view.setUint32(4, height)
  view.setUint8(8, 8) // bits per channel
  view.setUint8(9, colour ? RGBA : GREY)
  return sealed(chunk, 'IHDR')
}

/** Fills in what stands around the data of a chunk. */
function sealed(chunk: Uint8Array, type: string): Uint8Array {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length)
  const end = chunk.length - CHECKSUM_BYTES
  view.setUint32(0, end - HEAD_BYTES)
  for (let i = 0; i < 4; i++) view.setUint8(4 + i, type.charCodeAt(i))
  view.setUint32(end, crc32(chunk.subarray(4, end)))
  return chunk
}
