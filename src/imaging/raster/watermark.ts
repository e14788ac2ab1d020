/**
 * The watermark of the free tier: our name in slanted rows over the whole picture, so that no crop gets rid of it;
 * white with a dark rim, so that it is legible on light and dark subjects alike. It changes colours only, never alpha.
 * The letters are drawn as strokes, because a server need not have any font installed.
 */
import sharp from 'sharp'
import type { Cutout } from './picture.js'

export async function drawWatermark({ width, height, colour, alpha }: Cutout): Promise<void> {
  forEachMark(await tileFor(width, height), width, height, (pixel, { strengths, colours }, mark) => {
    if (alpha[pixel] === 0) return
    const strength = strengths[mark]!
    const rest = 255 - strength
    const at = pixel * 3
    colour[at] = (colour[at]! * rest + colours[mark * 3]! * strength + 127) / 255
    colour[at + 1] = (colour[at + 1]! * rest + colours[mark * 3 + 1]! * strength + 127) / 255
    colour[at + 2] = (colour[at + 2]! * rest + colours[mark * 3 + 2]! * strength + 127) / 255
  })
}

/** For a mask that is itself the result: marks visible pixels only, and keeps them visible. */
export async function drawWatermarkOnMask({ width, height, alpha }: Cutout): Promise<void> {
  forEachMark(await tileFor(width, height), width, height, (pixel, { strengths, colours }, mark) => {
    const value = alpha[pixel]!
    const strength = strengths[mark]!
    if (value > 0)
      alpha[pixel] = Math.max(1, (value * (255 - strength) + (colours[mark * 3]! >> 1) * strength + 127) / 255)
  })
}

/** What is marked in one row of a tile, from left to right. */
interface MarkedRow {
  readonly places: Int32Array
  readonly strengths: Uint8Array
  readonly colours: Uint8Array
}

interface Tile {
  readonly width: number
  readonly rows: readonly MarkedRow[]
}

type Visit = (pixel: number, row: MarkedRow, mark: number) => void

function forEachMark(tile: Tile, width: number, height: number, visit: Visit): void {
  for (let y = 0; y < height; y++) {
    const row = tile.rows[y % tile.rows.length]!
    for (let left = 0; left < width; left += tile.width) {
      for (let mark = 0; mark < row.places.length && left + row.places[mark]! < width; mark++)
        visit(y * width + left + row.places[mark]!, row, mark)
    }
  }
}

// Several words must fall on any subject, and each must still be legible.
const SHARE_OF_SHORT_SIDE = 0.3
const SHORTEST = 48
/** Words come in a few lengths only, each so much longer than the one before: most photos find theirs drawn already. */
const STEP = 1.2

/** The lengths used last. */
const tiles = new Map<number, Tile>()
const MOST_TILES = 4

async function tileFor(width: number, height: number): Promise<Tile> {
  const steps = Math.log((SHARE_OF_SHORT_SIDE * Math.min(width, height)) / SHORTEST) / Math.log(STEP)
  const length = Math.round(SHORTEST * STEP ** Math.max(0, Math.round(steps)))
  const tile = tiles.get(length) ?? (await drawTile(length))
  tiles.delete(length)
  tiles.set(length, tile)
  for (const [oldest] of tiles) if (tiles.size > MOST_TILES) tiles.delete(oldest)
  return tile
}

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

/** One word in the middle and a quarter of one at each corner: repeated, the tiles give staggered rows like bricks. */
async function drawTile(wordLength: number): Promise<Tile> {
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
  const rows = Array.from({ length: info.height }, (_, y) =>
    marksOf(data.subarray(y * info.width * 4, (y + 1) * info.width * 4)),
  )
  return { width: info.width, rows }
}

/** `row`: RGBA. */
function marksOf(row: Uint8Array): MarkedRow {
  const places: number[] = []
  for (let x = 0; x < row.length / 4; x++) if (row[x * 4 + 3]! > 0) places.push(x)
  return {
    places: Int32Array.from(places),
    strengths: Uint8Array.from(places, (x) => row[x * 4 + 3]!),
    colours: Uint8Array.from(places.flatMap((x) => [row[x * 4]!, row[x * 4 + 1]!, row[x * 4 + 2]!])),
  }
}
