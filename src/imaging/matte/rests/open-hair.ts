/**
 * Where the background shows through hair at its edge and between curls, and plainly is not the hair's: a bright, colourless
 * sky behind dark hair, a cool wall behind brown, red or fair hair. Such pixels are made as transparent as their colour says.
 */
import type { Cutout } from '../../raster/picture.js'
import { lengthOf } from '../../raster/point.js'
import type { HeadCells } from './head-cells.js'

type Rgb = readonly [number, number, number]

interface Nearby {
  readonly rgb: Rgb
  /** How much the pixels of a cell differ, in levels. */
  readonly rough: number
}

/** In heights of the face: how deep hair is surely itself. */
const SOLID = 0.16
/** Of a face from the top: below the jaw there are collars and shoulders. */
const LOWEST = 0.95

/** `rim`: in heights of the face, how far the outer edge of the hair stays as it is. */
export function clearOpenHair(photo: Cutout, cells: HeadCells, rim = 0): Uint8Array {
  const { width, unit, depth, background, face } = cells
  const isSkin = skinOf(cells)
  const isHair = face.map((isFace, cell) => (isFace === 0 && depth[cell]! > SOLID * unit && !isSkin(cell) ? 1 : 0))
  const top = Math.floor(face.indexOf(1) / width)
  const end = Math.floor(top + (face.lastIndexOf(1) / width - top) * LOWEST) * width
  const warm = isWarm(cells, isHair, end)
  const tiles = tilesOf(cells)
  const [hairIn, behindIn] = [meansOf(cells, tiles, isHair), meansOf(cells, tiles, background)]
  const opennessIn = hairIn.map((hair, tile) => {
    const behind = behindIn[tile]
    if (!hair || !behind) return undefined
    const sky = behindSky(hair.rgb, behind.rgb)
    const wall = warm && behind.rough < PLAIN ? behindWall(hair.rgb, behind.rgb) : undefined
    return sky || wall ? { sky, wall } : undefined
  })
  let alpha = photo.alpha
  for (let cell = 0; cell < end; cell++) {
    if (background[cell] === 1 || face[cell] === 1) continue
    if (depth[cell]! <= rim * unit || depth[cell]! > DEEPEST * unit) continue
    const openness = opennessIn[tiles.at(cell)]
    const isGap = openness?.sky && depth[cell]! <= SKY.deep * unit && isAmongHair(cells, cell)
    const opennessAt = isGap ? openness.sky : openness?.wall
    if (!opennessAt) continue
    if (alpha === photo.alpha) alpha = photo.alpha.slice()
    clearCell(photo, cells, cell, opennessAt, alpha)
  }
  return alpha
}

/** How much of the background a pixel shows: from 0 on it is some, from 1 on all. */
type Openness = (red: number, green: number, blue: number, depth: number) => number

/** How deep a sky shines through at most, in heights of the face: so much brighter than the hair, in levels, and so colourless. */
const SKY = { deep: 0.13, brighter: 110, colourful: 30 }
/** Lighter hair is as bright as the sky where it shines. A gap has cells this dark on so many of eight sides, so far away in cells. */
const DARK = 60
const [SIDES, AROUND] = [3, 3]
/** Hair with sky behind it has a colour between theirs. What is further from all of these, in levels, is skin, a hat or a scarf. */
const ASIDE = 16
/** On the way from hair to sky: all hair up to the first at the edge, up to the second deep inside, all sky from the last. */
const [HAIR, SHEEN, OPEN] = [0.22, 0.62, 0.8]

function behindSky(hair: Rgb, sky: Rgb): Openness | undefined {
  const colourful = Math.max(...sky) - Math.min(...sky)
  if (hair[1] > DARK || sky[1] - hair[1] < SKY.brighter || colourful > SKY.colourful) return undefined
  const [r, g, b] = sky.map((level, c) => level - hair[c]!) as [number, number, number]
  const length = lengthOf(r, g, b)
  return (red, green, blue, depth) => {
    const way = ((red - hair[0]) * r + (green - hair[1]) * g + (blue - hair[2]) * b) / length ** 2
    if (lengthOf(red - hair[0] - way * r, green - hair[1] - way * g, blue - hair[2] - way * b) > ASIDE) return 0
    const own = HAIR + (SHEEN - HAIR) * Math.min(1, depth / SKY.deep)
    return (way - own) / (OPEN - own)
  }
}

function isAmongHair({ width, background, rgb }: HeadCells, cell: number): boolean {
  let dark = 0
  for (const down of [-AROUND, 0, AROUND]) {
    for (const across of [-AROUND, 0, AROUND]) {
      const [column, near] = [(cell % width) + across, cell + down * width + across]
      if (column < 0 || column >= width || near === cell) continue
      if (background[near] === 0 && rgb[near * 3 + 1]! < DARK) dark += 1
    }
  }
  return dark >= SIDES
}

/** Of a cool wall: how deep gaps between curls are, and how much warmer than it hair is, which has to be warm itself. */
const DEEPEST = 0.3
const WALL = { warm: 0.28, cooler: 0.42 }
/** A rougher one has leaves or patterns, which may be before the hair as well. */
const PLAIN = 5
/** On the way from the hair's warmth to the wall's: all hair up to the first, all wall from the second. */
const [WARM, COOL] = [0.62, 0.85]
/** A gap is as bright as the wall, within this share: darker ones are shade, lighter ones sheen or pearls. */
const ALIKE = 0.32

/** Not a dark wall: shade in hair and beards is as dark, and as cool. */
function behindWall(hair: Rgb, wall: Rgb): Openness | undefined {
  const [own, other] = [warmthOf(...hair), warmthOf(...wall)]
  if (own < WALL.warm || own - other < WALL.cooler || wall[1] < hair[1]) return undefined
  return (red, green, blue) => {
    const alike = Math.abs(green - wall[1]) < ALIKE * wall[1]
    return alike ? ((own - warmthOf(red, green, blue)) / (own - other) - WARM) / (COOL - WARM) : 0
  }
}

/** At most so many cells of warm hair are not. Black and grey hair, with a warm hairline, has sheen and pearls as cool as a wall. */
const FEW_COOL = 0.1

function isWarm({ rgb }: HeadCells, isHair: Uint8Array, end: number): boolean {
  let [hair, cool] = [0, 0]
  for (let cell = 0; cell < end; cell++) {
    if (isHair[cell] === 0) continue
    hair += 1
    if (warmthAt(rgb, cell) < WALL.warm) cool += 1
  }
  return cool <= FEW_COOL * hair
}

/** How much redder than blue a colour is, by its brightness. */
const warmthOf = (red: number, green: number, blue: number): number => (red - blue) / Math.max(16, green)

const warmthAt = (rgb: Float32Array, cell: number): number =>
  warmthOf(rgb[cell * 3]!, rgb[cell * 3 + 1]!, rgb[cell * 3 + 2]!)

/** How far skin is from the middle of the face, as a share of its brightness, and in warmth. */
const SKIN = { darkest: 0.6, brightest: 1.5, warmth: 0.25 }

/** Whether a cell has the colour of the face: the forehead above it, a bald head, an ear. */
function skinOf({ rgb, face }: HeadCells): (cell: number) => boolean {
  let [brightness, warmth, count] = [0, 0, 0]
  for (let cell = 0; cell < face.length; cell++) {
    if (face[cell] === 0) continue
    brightness += rgb[cell * 3 + 1]!
    warmth += warmthAt(rgb, cell)
    count += 1
  }
  brightness /= count
  warmth /= count
  return (cell) => {
    const share = rgb[cell * 3 + 1]! / brightness
    return share > SKIN.darkest && share < SKIN.brightest && Math.abs(warmthAt(rgb, cell) - warmth) < SKIN.warmth
  }
}

/** Side of the tiles that means are taken of, in heights of the face; with those around it, so many cells tell. */
const TILE = 0.2
const ENOUGH = 12
/** In sums: a colour, how rough it is, and of how many cells. */
const VALUES = 5

interface Tiles {
  readonly columns: number
  readonly rows: number
  /** In which of them a cell is. */
  at(cell: number): number
}

function tilesOf({ width, height, unit }: HeadCells): Tiles {
  const tile = Math.max(1, Math.round(TILE * unit))
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)]
  return {
    columns,
    rows,
    at: (cell) => Math.floor(Math.floor(cell / width) / tile) * columns + Math.floor((cell % width) / tile),
  }
}

/** By tile, the means of the cells nearby where `counted` is 1; undefined where there are too few. */
function meansOf({ rgb, rough }: HeadCells, { columns, rows, at: tileOf }: Tiles, counted: Uint8Array) {
  const sums = new Float32Array(columns * rows * VALUES)
  for (let cell = 0; cell < counted.length; cell++) {
    if (counted[cell] === 0) continue
    const at = tileOf(cell) * VALUES
    for (let c = 0; c < 3; c++) sums[at + c]! += rgb[cell * 3 + c]!
    sums[at + 3]! += rough[cell]!
    sums[at + 4]! += 1
  }
  return Array.from({ length: columns * rows }, (_, own): Nearby | undefined => {
    const [row, column] = [Math.floor(own / columns), own % columns]
    const near = new Float32Array(VALUES)
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        for (let c = 0; c < VALUES; c++) near[c]! += sums[(y * columns + x) * VALUES + c]!
    const count = near[4]!
    if (count < ENOUGH) return undefined
    const [red, green, blue, rough] = near.map((sum) => sum / count) as unknown as [number, number, number, number]
    return { rgb: [red, green, blue], rough }
  })
}

function clearCell(
  { width, colour }: Cutout,
  { left, top, side, width: columns, depth, unit }: HeadCells,
  cell: number,
  opennessAt: Openness,
  alpha: Uint8Array,
): void {
  const [x, y] = [left + (cell % columns) * side, top + Math.floor(cell / columns) * side]
  for (let row = y; row < y + side; row++) {
    for (let i = row * width + x; i < row * width + x + side; i++) {
      const open = opennessAt(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!, depth[cell]! / unit)
      if (open > 0) alpha[i] = Math.min(alpha[i]!, 255 * (1 - Math.min(1, open)))
    }
  }
}
