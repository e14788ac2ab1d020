/** A tropical garden in flat, bold shapes with dark outlines: fans of large leaves before a warm ground, and flowers. */
import { clamp } from '../../raster/clamp.js'
import { type Canvas, hexColour, type Rgb } from '../pixels/canvas.js'
import { mixed } from '../pixels/colours.js'
import { hashNoise } from '../pixels/noise.js'
import type { Scene } from '../scene.js'

const GROUND = ['#f2b53e', '#e0753f'].map(hexColour) as [Rgb, Rgb]
const OUTLINE = hexColour('#15324a')
const SHADED = ['#14573f', '#0f4f5c', '#1f6a4a', '#2b5a2e'].map(hexColour)
const SUNLIT = ['#3f9a55', '#7ab648', '#2e8b7a', '#b9c043'].map(hexColour)
const PETALS = ['#d8324a', '#f07a94', '#f6efdc', '#e8572a'].map(hexColour)
const STAMENS = hexColour('#f6d33c')

/** In shares of the picture's shorter side: from fan to fan, the length of a leaf and its half width, and a flower. */
const [FROM_FAN_TO_FAN, LONG, WIDE, FLOWER] = [0.3, 0.36, 0.062, 0.06]
/** How far flowers stay away from the sitter, in their own size. */
const CLEAR = 1.5
const LEAVES = 6
const LINE = 2

/** Half the width of a leaf along it: it is pointed at both ends. */
const STEPS = 1024
const OUTLINE_OF_LEAF = Float32Array.from({ length: STEPS }, (_, i) => Math.sin(Math.PI * (i / STEPS) ** 0.8) ** 0.9)

export function paintFoliage(scene: Scene): Canvas {
  const { width, height, seed } = scene
  const canvas = { width, height, colour: new Uint8ClampedArray(width * height * 3) }
  for (let y = 0; y < height; y++) paintSpan(canvas, y, 0, width, always(mixed(GROUND[0], GROUND[1], y / height)))
  const side = Math.min(width, height)
  const step = FROM_FAN_TO_FAN * side
  const each = (salt: number, paint: (x: number, y: number, random: (nth: number) => number) => void): void => {
    for (let row = -1; row * step < height + step; row++) {
      for (let column = -1; column * step < width + step; column++) {
        const random = (nth: number): number => hashNoise(column, row, seed + salt + nth)
        paint((column + random(1)) * step, (row + random(2)) * step, random)
      }
    }
  }
  for (const [layer, greens] of [SHADED, SUNLIT].entries()) {
    each(300 + 40 * layer, (x, y, random) => {
      if (random(3) < 0.25 + 0.2 * layer) return
      const green = greens[Math.floor(random(4) * greens.length)]!
      for (let leaf = 0; leaf < LEAVES; leaf++) {
        const angle = 2 * Math.PI * random(5) + (leaf - LEAVES / 2) * 0.42
        const long = LONG * side * (0.75 + 0.4 * random(10 + leaf)) * (1 - 0.25 * layer)
        paintLeaf(canvas, { x, y, angle, long, wide: WIDE * side }, green, LINE * scene.unit)
      }
    })
  }
  each(380, (x, y, random) => {
    if (random(3) < 0.45 || !isClear(scene, x, y, CLEAR * FLOWER * side)) return
    const petals = PETALS[Math.floor(random(4) * PETALS.length)]!
    paintFlower(
      canvas,
      { x, y, radius: FLOWER * side * (0.7 + 0.6 * random(5)), turn: random(6) },
      petals,
      LINE * scene.unit,
    )
  })
  return canvas
}

/** Whether the sitter is not so near: a flower half behind a head would grow from its ear. */
function isClear({ subject, width, height }: Scene, x: number, y: number, reach: number): boolean {
  for (let turn = 0; turn < 8; turn++) {
    const [across, down] = [Math.cos((turn * Math.PI) / 4), Math.sin((turn * Math.PI) / 4)].map((part) => part * reach)
    const column = clamp(Math.round(x + across!), 0, width - 1)
    const row = clamp(Math.round(y + down!), 0, height - 1)
    if (subject[row * width + column]! > 0.2) return false
  }
  return true
}

interface Leaf {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly long: number
  readonly wide: number
}

/** One half of it lies in the shade of its rib. */
function paintLeaf(canvas: Canvas, { x, y, angle, long, wide }: Leaf, green: Rgb, line: number): void {
  const [cos, sin] = [Math.cos(angle) || 1e-9, Math.sin(angle) || 1e-9]
  const shade = mixed(green, OUTLINE, 0.28)
  const rib = mixed(green, GROUND[0], 0.45)
  const reach = Math.abs(cos) * wide
  const bottom = Math.min(canvas.height, y + Math.max(0, sin * long) + reach)
  for (let row = Math.max(0, Math.floor(y + Math.min(0, sin * long) - reach)); row < bottom; row++) {
    const down = row + 0.5 - y
    // Between both ends and between both sides of the leaf.
    const [first, last] = [(-down * sin) / cos, (long - down * sin) / cos]
    const [one, other] = [(down * cos - wide) / sin, (down * cos + wide) / sin]
    const left = x + Math.max(Math.min(first, last), Math.min(one, other))
    const right = x + Math.min(Math.max(first, last), Math.max(one, other))
    paintSpan(canvas, row, left, right, (column) => {
      const along = ((column - x) * cos + down * sin) / long
      if (along <= 0 || along >= 1) return undefined
      const across = down * cos - (column - x) * sin
      const inside = wide * OUTLINE_OF_LEAF[(along * STEPS) | 0]! - Math.abs(across)
      if (inside < 0) return undefined
      if (inside < line) return OUTLINE
      if (Math.abs(across) < line * 0.6) return rib
      return across > 0 ? green : shade
    })
  }
}

interface Flower {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Of the first petal, in turns. */
  readonly turn: number
}

function paintFlower(canvas: Canvas, { x, y, radius, turn }: Flower, petals: Rgb, line: number): void {
  const heart = mixed(petals, OUTLINE, 0.3)
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(canvas.height, y + radius); row++) {
    const down = row + 0.5 - y
    paintSpan(canvas, row, x - radius, x + radius, (column) => {
      const away = Math.sqrt((column - x) ** 2 + down ** 2)
      const petal = Math.abs(Math.cos(2.5 * (Math.atan2(down, column - x) + 2 * Math.PI * turn)))
      const inside = radius * (0.45 + 0.55 * petal ** 0.6) - away
      if (inside < 0) return undefined
      if (away < radius * 0.16) return STAMENS
      if (inside < line) return OUTLINE
      return away < radius * 0.36 ? heart : petals
    })
  }
}

const always = (colour: Rgb) => () => colour

/** Paints the pixels of a row that have a colour there. */
function paintSpan(
  { width, colour }: Canvas,
  row: number,
  left: number,
  right: number,
  colourAt: (x: number) => Rgb | undefined,
): void {
  for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
    const found = colourAt(x + 0.5)
    if (!found) continue
    const at = (row * width + x) * 3
    colour[at] = found[0]
    colour[at + 1] = found[1]
    colour[at + 2] = found[2]
  }
}
