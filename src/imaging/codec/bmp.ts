/**
 * Decodes BMP files to raw pixels, because sharp's prebuilt binaries cannot. The header is read separately, so that a
 * caller can check the size against its limits before anything of that size is allocated.
 */
import { AppError } from '../../base/errors.js'
import { unpackRle } from './bmp-rle.js'

export interface BmpHeader {
  width: number
  height: number
  /** Rows are stored from the bottom up unless the file gives a negative height. */
  topDown: boolean
  bitsPerPixel: number
  compression: number
  /** Where the pixels start, in bytes from the start of the file. */
  dataOffset: number
  palette: { offset: number; entrySize: number; entries: number }
  /** Where each channel sits in a 16 or 32 bit pixel; null for all other depths. `alpha` is 0 where there is none. */
  masks: ChannelMasks | null
}

export interface ChannelMasks {
  red: number
  green: number
  blue: number
  alpha: number
}

export interface RawPicture {
  /** Interleaved, upright, without padding. */
  data: Uint8Array
  width: number
  height: number
  channels: 3 | 4
}

const FILE_HEADER_SIZE = 14
/** OS/2 core, BITMAPINFOHEADER, V2, V3, V4, V5: each one extends the one before, except for the first. */
const HEADER_SIZES = [12, 40, 52, 56, 108, 124]
const CORE_HEADER_SIZE = 12
/** A 40-byte header is followed by its masks, the longer ones contain them: either way they are at this offset. */
const MASKS_OFFSET = FILE_HEADER_SIZE + 40

const BI_RGB = 0
const BI_RLE8 = 1
const BI_RLE4 = 2
const BI_BITFIELDS = 3
const BI_JPEG = 4
const BI_PNG = 5
const BI_ALPHABITFIELDS = 6

const SUPPORTED_DEPTHS = [1, 4, 8, 16, 24, 32]
const DEPTHS_OF_COMPRESSION = new Map([
  [BI_RGB, SUPPORTED_DEPTHS],
  [BI_RLE8, [8]],
  [BI_RLE4, [4]],
  [BI_BITFIELDS, [16, 32]],
  [BI_ALPHABITFIELDS, [16, 32]],
])

/** A last line of defence for callers that check no limits: a tiny RLE file can claim any size. */
const MAX_PIXELS = 2 ** 28

/** Validates the header. Takes the whole file, but allocates nothing that grows with the picture. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  const view = viewOf(bytes)
  const headerSize = readHeaderSize(view)
  const core = headerSize === CORE_HEADER_SIZE
  const width = core ? view.getUint16(18, true) : view.getInt32(18, true)
  const signedHeight = core ? view.getUint16(20, true) : view.getInt32(22, true)
  if (width <= 0 || signedHeight === 0) refuse(`The BMP file has no pixels: its size is ${width} x ${signedHeight}`)

  const planes = view.getUint16(core ? 22 : 26, true)
  if (planes !== 1) refuse(`The BMP file has ${planes} colour planes; there must be 1`)
  const bitsPerPixel = view.getUint16(core ? 24 : 28, true)
  const compression = core ? BI_RGB : view.getUint32(30, true)
  checkEncoding(bitsPerPixel, compression)

  const masksEnd = hasMasks(compression) ? MASKS_OFFSET + (hasAlphaMask(headerSize, compression) ? 16 : 12) : 0
  const headerEnd = Math.max(FILE_HEADER_SIZE + headerSize, masksEnd)
  const dataOffset = view.getUint32(10, true)
  if (dataOffset < headerEnd) refuse('The BMP file places its pixels inside its header')
  if (dataOffset > bytes.length) refuse('The BMP file ends before its pixels begin')

  // Core headers do not say how many colours follow, and others may lie: the start of the pixels is the hard limit.
  const entrySize = core ? 3 : 4
  const possible = bitsPerPixel <= 8 ? 2 ** bitsPerPixel : 0
  const declared = core ? 0 : view.getUint32(46, true)
  const entries = Math.min(possible, declared || possible, Math.floor((dataOffset - headerEnd) / entrySize))

  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bitsPerPixel,
    compression,
    dataOffset,
    palette: { offset: headerEnd, entrySize, entries },
    masks: readMasks(view, headerSize, bitsPerPixel, compression),
  }
}

/** Decodes the pixels; returns 4 channels only where the file has an alpha channel that is in use. */
export function decodeBmp(bytes: Uint8Array, header: BmpHeader = readBmpHeader(bytes)): RawPicture {
  const { width, height } = header
  if (width * height > MAX_PIXELS) refuse(`The BMP file is too large: its size is ${width} x ${height}`)
  const rows = openRows(bytes, header)
  const masks = header.masks && dropUnusedAlpha(rows, header.masks)
  const channels = masks?.alpha ? 4 : 3
  const data = new Uint8Array(width * height * channels)
  const decodeRow = masks
    ? maskedRow(rows, masks, channels)
    : rows.bits === 24
      ? bgrRow(rows)
      : paletteRow(rows, readPalette(bytes, header))
  for (let y = 0; y < height; y++) {
    const fileRow = header.topDown ? y : height - 1 - y
    const to = y * width * channels
    decodeRow(fileRow * rows.stride, data.subarray(to, to + width * channels))
  }
  return { data, width, height, channels }
}

/** Fixed-size rows of packed pixels, in the file's order. */
interface Rows {
  bytes: Uint8Array
  width: number
  height: number
  stride: number
  bits: number
}

type RowDecoder = (from: number, out: Uint8Array) => void

function refuse(message: string): never {
  throw new AppError('invalid_image', message)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function readHeaderSize(view: DataView): number {
  if (view.byteLength < 2 || view.getUint16(0) !== 0x424d) refuse('The file is not a BMP picture')
  if (view.byteLength < FILE_HEADER_SIZE + 4) refuse('The BMP file ends inside its header')
  const size = view.getUint32(FILE_HEADER_SIZE, true)
  if (!HEADER_SIZES.includes(size)) {
    refuse(`The BMP file has a header of ${size} bytes; 12, 40, 52, 56, 108 and 124 are supported`)
  }
  if (view.byteLength < FILE_HEADER_SIZE + size) refuse('The BMP file ends inside its header')
  return size
}

function checkEncoding(bitsPerPixel: number, compression: number): void {
  // Before the depth, because files with an embedded picture rightly give a depth of 0.
  if (compression === BI_JPEG || compression === BI_PNG) {
    const inner = compression === BI_JPEG ? 'JPEG' : 'PNG'
    refuse(`The BMP file wraps a ${inner} picture, which is not supported; send the ${inner} picture itself`)
  }
  const depths = DEPTHS_OF_COMPRESSION.get(compression)
  if (!depths) refuse(`The BMP file uses compression ${compression}, which is not supported`)
  if (!SUPPORTED_DEPTHS.includes(bitsPerPixel)) {
    refuse(`The BMP file uses ${bitsPerPixel} bits per pixel; 1, 4, 8, 16, 24 and 32 are supported`)
  }
  if (!depths.includes(bitsPerPixel)) {
    refuse(`The BMP file combines compression ${compression} with ${bitsPerPixel} bits per pixel, which is not valid`)
  }
}

function hasMasks(compression: number): boolean {
  return compression === BI_BITFIELDS || compression === BI_ALPHABITFIELDS
}

function hasAlphaMask(headerSize: number, compression: number): boolean {
  return compression === BI_ALPHABITFIELDS || headerSize >= 56
}

function readMasks(view: DataView, headerSize: number, bits: number, compression: number): ChannelMasks | null {
  // V4 and V5 headers have mask fields in every file; without bit fields they mean nothing and must be ignored.
  if (!hasMasks(compression)) {
    if (bits === 16) return { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 }
    return bits === 32 ? { red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 } : null
  }
  const mask = (i: number) => view.getUint32(MASKS_OFFSET + 4 * i, true)
  const alpha = hasAlphaMask(headerSize, compression) ? mask(3) : 0
  const masks = { red: mask(0), green: mask(1), blue: mask(2), alpha }
  if (!Object.values(masks).every(isOneRunOfBits)) refuse('The BMP file has a colour mask with gaps')
  if (!masks.red && !masks.green && !masks.blue) refuse('The BMP file has no colour masks')
  return masks
}

function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask)
}

function isOneRunOfBits(mask: number): boolean {
  const run = mask === 0 ? 0 : mask >>> lowestBit(mask)
  return (run & (run + 1)) === 0
}

function openRows(file: Uint8Array, header: BmpHeader): Rows {
  const { width, height, bitsPerPixel: bits, compression } = header
  const bytes = file.subarray(header.dataOffset)
  if (compression === BI_RLE8 || compression === BI_RLE4) {
    const indexes = unpackRle(bytes, width, height, compression === BI_RLE8 ? 8 : 4)
    return { bytes: indexes, width, height, stride: width, bits: 8 }
  }
  // Rows are padded to 4 bytes. The last one need not be: some writers omit its padding.
  const stride = Math.ceil((width * bits) / 32) * 4
  const needed = stride * (height - 1) + Math.ceil((width * bits) / 8)
  if (needed > bytes.length) refuse('The BMP file ends before its last row')
  return { bytes, width, height, stride, bits }
}

/** Many writers declare an alpha channel and leave it zero; taken literally the whole picture would be invisible. */
function dropUnusedAlpha(rows: Rows, masks: ChannelMasks): ChannelMasks {
  if (!masks.alpha) return masks
  const pixel = pixelReader(rows)
  for (let y = 0; y < rows.height; y++) {
    for (let x = 0; x < rows.width; x++) if (pixel(y * rows.stride, x) & masks.alpha) return masks
  }
  return { ...masks, alpha: 0 }
}

function pixelReader({ bytes, bits }: Rows): (from: number, x: number) => number {
  const view = viewOf(bytes)
  if (bits === 16) return (from, x) => view.getUint16(from + 2 * x, true)
  return (from, x) => view.getUint32(from + 4 * x, true)
}

/** Channels may have any width, 5 and 10 bits being common: each is scaled so that all its bits set give 255. */
function maskedRow(rows: Rows, masks: ChannelMasks, channels: 3 | 4): RowDecoder {
  const pixel = pixelReader(rows)
  const fields = [masks.red, masks.green, masks.blue, masks.alpha].slice(0, channels).map((mask) => {
    const shift = mask === 0 ? 0 : lowestBit(mask)
    return { mask, shift, scale: mask === 0 ? 0 : 255 / (mask >>> shift) }
  })
  return (from, out) => {
    for (let x = 0, to = 0; x < rows.width; x++) {
      const value = pixel(from, x)
      for (const { mask, shift, scale } of fields) out[to++] = ((value & mask) >>> shift) * scale + 0.5
    }
  }
}

function bgrRow({ bytes, width }: Rows): RowDecoder {
  return (from, out) => {
    for (let i = 0; i < width * 3; i += 3) {
      out[i] = bytes[from + i + 2]!
      out[i + 1] = bytes[from + i + 1]!
      out[i + 2] = bytes[from + i]!
    }
  }
}

/** Always 256 colours, so that every index is valid: those that the file does not define stay black. */
function readPalette(bytes: Uint8Array, { palette }: BmpHeader): Uint8Array {
  const colours = new Uint8Array(256 * 3)
  for (let i = 0; i < palette.entries; i++) {
    const at = palette.offset + i * palette.entrySize
    colours.set([bytes[at + 2]!, bytes[at + 1]!, bytes[at]!], i * 3)
  }
  return colours
}

function paletteRow({ bytes, width, bits }: Rows, colours: Uint8Array): RowDecoder {
  const perByte = 8 / bits
  const byteShift = Math.log2(perByte)
  const lowBits = 2 ** bits - 1
  return (from, out) => {
    for (let x = 0, to = 0; x < width; x++) {
      // The leftmost pixel sits in the highest bits of its byte.
      const shift = bits * (perByte - 1 - (x & (perByte - 1)))
      const colour = ((bytes[from + (x >> byteShift)]! >> shift) & lowBits) * 3
      out[to++] = colours[colour]!
      out[to++] = colours[colour + 1]!
      out[to++] = colours[colour + 2]!
    }
  }
}
