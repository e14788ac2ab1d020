/**
 * The watermark of the free tier: our name in slanted rows over the whole picture, so that no crop gets rid of it;
 * white with a dark rim, so that it is legible on light and dark subjects alike. It changes colours only, never alpha.
 * The letters are drawn as strokes, because a server need not have any font installed.
 */
import sharp from 'sharp'
import type { Cutout } from '../raster/picture.js'

export async function drawWatermark({ width, height, colour, alpha }: Cutout): Promise<void> {
  await forEachMark(width, height, (pixel, tile, mark, strength) => {
    if (alpha[pixel] === 0) return
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 3 + channel
      colour[at] = (colour[at]! * (255 - strength) + tile[mark + channel]! * strength + 127) / 255
    }
  })
}

/** For a mask that is itself the result: marks visible pixels only, and keeps them visible. */
export async function drawWatermarkOnMask({ width, height, alpha }: Cutout): Promise<void> {
  await forEachMark(width, height, (pixel, tile, mark, strength) => {
    const value = alpha[pixel]!
    if (value > 0) alpha[pixel] = Math.max(1, (value * (255 - strength) + (tile[mark]! >> 1) * strength + 127) / 255)
  })
}

type Visit = (pixel: number, tile: Uint8Array, mark: number, strength: number) => void

async function forEachMark(width: number, height: number, visit: Visit): Promise<void> {
  const tile = await renderTile(wordLengthFor(width, height))
  for (let y = 0; y < height; y++) {
    const row = (y % tile.height) * tile.width
    for (let x = 0; x < width; x++) {
      const mark = (row + (x % tile.width)) * 4
      const strength = tile.data[mark + 3]!
      if (strength > 0) visit(y * width + x, tile.data, mark, strength)
    }
  }
}

// Several words must fall on any subject, and each must still be legible.
const wordLengthFor = (width: number, height: number): number => Math.max(48, Math.round(0.3 * Math.min(width, height)))

/** Each letter: its advance width, and its strokes on a field 100 high. */
const letters: Record<string, readonly [advance: number, strokes: string]> = {
  S: [58, 'M54 24C48 4 6 4 6 28C6 52 54 46 54 72C54 98 8 98 2 76'],
  I: [0, 'M0 8V92'],
  L: [44, 'M0 8V92H44'],
  H: [52, 'M0 8V92M52 8V92M0 50H52'],
  O: [72, 'M0 50A36 42 0 1 1 72 50A36 42 0 1 1 0 50'],
  U: [54, 'M0 8V60C0 102 54 102 54 60V8'],
  E: [44, 'M44 8H0V92H44M0 50H38'],
  T: [56, 'M0 8H56M28 8V92'],
}
const LETTER_GAP = 30
const SLANT_DEGREES = -20

const word = [...'SILHOUETTE'].reduce(
  ({ length, strokes }, letter) => {
    const [advance, path] = letters[letter]!
    return {
      length: length + advance + LETTER_GAP,
      strokes: `${strokes}<path d="${path}" transform="translate(${length})"/>`,
    }
  },
  { length: 0, strokes: '' },
)

interface Tile {
  width: number
  height: number
  /** RGBA. */
  data: Uint8Array
}

/** One word in the middle and a quarter of one at each corner: repeated, the tiles give staggered rows like bricks. */
async function renderTile(wordLength: number): Promise<Tile> {
  // With this slant and these sides, the rows of middle and corner words are evenly spaced.
  const width = Math.round(wordLength * 1.5)
  const height = Math.round(wordLength * 1.09)
  const scale = wordLength / word.length
  const centres: [x: number, y: number][] = [
    [width / 2, height / 2],
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ]
  const place = ([x, y]: [number, number]): string =>
    `<use href="#word" transform="translate(${x} ${y}) rotate(${SLANT_DEGREES}) scale(${scale}) translate(${-word.length / 2} -50)"/>`
  const all = centres.map(place).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><g id="word">${word.strokes}</g></defs>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <g stroke="#000" stroke-opacity="0.4" stroke-width="25">${all}</g>
      <g stroke="#fff" stroke-opacity="0.72" stroke-width="12">${all}</g>
    </g></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
