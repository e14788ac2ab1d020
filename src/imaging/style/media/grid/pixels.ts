/**
 * Pixel art: a coarse grid, a palette of about three dozen colours chosen for this picture, a dark outline. Eyes and mouth
 * have colours of their own. Only background and clothes are dithered: skin stays calm.
 */
import { type Canvas, hexColour, lumaOf, type Rgb } from '../../pixels/canvas.js'
import { scaled } from '../../pixels/colours.js'
import { defineStep } from '../../step.js'
import { byLuma, coloursWhere, mostNeeded, nearestOf, skinRamp } from './cell-palette.js'
import { type Cells, cellSide, divideIntoCells, PART } from './cells.js'

export const pixels = defineStep({}, (canvas, scene) => {
  const cells = divideIntoCells(canvas, scene, cellSide(scene, PER_FACE, SMALLEST))
  const picture = withoutSpecks(choose(cells), cells)
  fillCells(canvas, cells, outlined(picture, cells))
})

/** Pixels from forehead to chin. */
const PER_FACE = 58
/** In pixels: smaller ones would not be seen. */
const SMALLEST = 4
/** Of the background, from top to bottom. */
const SKY = ['#3a4a86', '#5d7fc0', '#9cc3e6'].map(hexColour)
/** How much brightness differs between pixels of a pattern. */
const DITHER = 13
/** Of hair and clothes. */
const BODY_COLOURS = 8
/** Of eyes, brows, mouth and lines. */
const FEATURE_COLOURS = 12

/** Per cell its colour; equal colours are the same object. */
type Picture = Rgb[]

function choose(cells: Cells): Picture {
  const { part, colour, columns, rows } = cells
  const isBody = (value: number): boolean => value === PART.body
  const ramp = skinRamp(cells)
  const body = mostNeeded(
    coloursWhere(cells, (value) => isBody(value) || (ramp.length === 0 && value > PART.behind)),
    BODY_COLOURS,
  )
  const features = mostNeeded(
    coloursWhere(cells, (value) => value >= PART.feature),
    FEATURE_COLOURS,
  )
  const picture: Picture = []
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const pattern = (BAYER[(row % 4) * 4 + (column % 4)]! + 0.5) / 16 - 0.5
      const own: Rgb = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
      if (part[i]! >= PART.feature) picture.push(features[nearestOf(features, own)]!)
      else if (part[i] === PART.behind) {
        const place = (row / rows) * (SKY.length - 1) + pattern * 0.6
        picture.push(SKY[Math.min(SKY.length - 1, Math.max(0, Math.round(place)))]!)
      } else if (ramp.length > 0 && part[i] === PART.skin) picture.push(byLuma(ramp, own))
      else {
        const shift = pattern * DITHER
        picture.push(body[nearestOf(body, [own[0] + shift, own[1] + shift, own[2] + shift])]!)
      }
    }
  }
  return picture
}

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** A single skin pixel among others of one tone takes that tone. */
function withoutSpecks(picture: Picture, { columns, rows, part }: Cells): Picture {
  return picture.map((colour, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    if (part[i] !== PART.skin || column === 0 || row === 0 || column === columns - 1 || row === rows - 1) return colour
    const around = [picture[i - 1]!, picture[i + 1]!, picture[i - columns]!, picture[i + columns]!]
    if (around.includes(colour)) return colour
    return around.find((other, k) => around.indexOf(other) !== k) ?? colour
  })
}

/** The person's outermost cells, in a dark shade of what they are. */
function outlined(picture: Picture, { columns, part }: Cells): Picture {
  const shades = new Map<Rgb, Rgb>()
  return picture.map((colour, i) => {
    const isEdge = [i - 1, i + 1, i - columns, i + columns].some((at) => part[at] === PART.behind)
    if (part[i] === PART.behind || !isEdge) return colour
    const luma = lumaOf(...colour)
    const tone = part[i] === PART.skin ? scaled(colour, 0.5) : luma > 110 ? scaled(colour, 0.45) : [20, 16, 26]
    const shade = shades.get(colour) ?? (tone as Rgb)
    shades.set(colour, shade)
    return shade
  })
}

function fillCells({ width, height, colour }: Canvas, { side, columns, rows }: Cells, picture: Picture): void {
  for (let row = 0; row < rows; row++) {
    const first = row * side
    const start = first * width * 3
    for (let x = 0, at = start; x < width; x++, at += 3) {
      const [r, g, b] = picture[row * columns + Math.floor(x / side)]!
      colour[at] = r
      colour[at + 1] = g
      colour[at + 2] = b
    }
    const end = start + width * 3
    for (let y = first + 1; y < Math.min(height, first + side); y++) colour.copyWithin(y * width * 3, start, end)
  }
}
