/**
 * Pixels with a colour profile, for sharp: it takes no profile beside raw pixels, but follows that of a file. The file is
 * an uncompressed TIFF, which is a short header and the pixels as they are.
 */
import sharp, { type Sharp } from 'sharp'
import type { Size } from '../raster/picture.js'

const SHORT = 3
const LONG = 4
const UNDEFINED = 7
const RGB = 2
const STRAIGHT_ALPHA = 2

type Tag = readonly [tag: number, type: number, count: number, value: number]

export function toTaggedPicture(
  { width, height, channels }: Size & { readonly channels: 3 | 4 },
  profile: Uint8Array | undefined,
  row: (y: number) => Uint8Array,
): Sharp {
  const rowBytes = width * channels
  const tags = (bits: number, icc: number, pixels: number): Tag[] => [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, channels, bits],
    [259, SHORT, 1, 1], // no compression
    [262, SHORT, 1, RGB],
    [273, LONG, 1, pixels],
    [277, SHORT, 1, channels],
    [278, LONG, 1, height],
    [279, LONG, 1, rowBytes * height],
    ...(channels === 4 ? ([[338, SHORT, 1, STRAIGHT_ALPHA]] as const) : []),
    ...(profile ? ([[34675, UNDEFINED, profile.length, icc]] as const) : []),
  ]
  const bits = 8 + 2 + 12 * tags(0, 0, 0).length + 4
  const icc = bits + 2 * channels
  const pixels = icc + (profile?.length ?? 0)
  const file = Buffer.allocUnsafe(pixels + rowBytes * height)
  file.write('II*\0\x08\0\0\0', 'latin1')
  const directory = tags(bits, icc, pixels)
  file.writeUInt16LE(directory.length, 8)
  for (const [i, tag] of directory.entries()) writeTag(file, 10 + 12 * i, tag)
  file.writeUInt32LE(0, bits - 4) // no further page
  for (let i = 0; i < channels; i++) file.writeUInt16LE(8, bits + 2 * i)
  if (profile) file.set(profile, icc)
  for (let y = 0; y < height; y++) file.set(row(y), pixels + y * rowBytes)
  return sharp(file, { limitInputPixels: false })
}

function writeTag(file: Buffer, at: number, [tag, type, count, value]: Tag): void {
  file.writeUInt16LE(tag, at)
  file.writeUInt16LE(type, at + 2)
  file.writeUInt32LE(count, at + 4)
  file.writeUInt32LE(value, at + 8)
}
