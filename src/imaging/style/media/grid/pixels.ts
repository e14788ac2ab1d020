/**
 * Pixel art: a coarse grid, a palette of about three dozen colours chosen for this picture, a dark outline. Eyes and mouth
 * have colours of their own. Only background and clothes are dithered: skin stays calm.
 */

import { keepOwnColours } from '../../finish/own-colours.js'
import { type Canvas, hexColour, lumaOf, type Rgb } from '../../pixels/canvas.js'
import { scaled } from '../../pixels/colours.js'
import { defineStep } from '../../step.js'
import { byLuma, coloursWhere, mostNeeded, nearestOf, skinRamp } from './cell-palette.js'
import { type Cells, cellSide, divideIntoCells, PART } from './cells.js'

export const pixels = defineStep({}, (canvas, scene) => {
  keepOwnColours(canvas, scene)
  const cells = divideIntoCells(canvas, scene, cellSide(scene))
  fillCells(canvas, cells, outlined(choose(cells), cells))
})

/** Of the background, from top to bottom. */
const SKY = ['#3a4a86', '#5d7fc0', '#9cc3e6'].map(hexColour)
/** How much brightness differs between pixels of a pattern. */
const DITHER = 13
/** Of hair and clothes. */
const BODY_COLOURS = 14
/** Of eyes, brows, mouth and lines. */
const FEATURE_COLOURS = 14
/** How far around it a cell of skin is looked at for its tone, in cells. */
const FORM = 1

/** Per cell its colour; equal colours are the same object. */
type Picture = Rgb[]

function choose(cells: Cells): Picture {
  const { part, colour, columns, rows } = cells
  const isBody = (value: number): boolean => value === PART.body
  const ramp = skinRamp(cells)
  const form = formOfSkin(cells)
  const body = mostNeeded(
    coloursWhere(cells, (value) => isBody(value) || (ramp.length === 0 && value > PART.behind)),
    BODY_COLOURS,
  )
  // Light skin beside a mouth is to find its own tone, not that of teeth.
  const features = mostNeeded(
    coloursWhere(cells, (value) => value >= PART.feature),
    FEATURE_COLOURS,
  ).concat(ramp)
  const picture: Picture = []
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const pattern = (BAYER[(row % 4) * 4 + (column % 4)]! + 0.5) / 16 - 0.5
      const own: Rgb = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
      if (part[i]! >= PART.feature) picture.push(features[nearestOf(features, own)]!)
      else if (part[i] === PART.behind) {
        const place = (row / rows) * (SKY.length - 1) + pattern * 0.6
        picture.push(SKY[Math.min(SKY.length - 1, Math.max(0, Math.round(place)))]!)
      } else if (ramp.length > 0 && part[i] === PART.skin) picture.push(byLuma(ramp, form[i]!))
      else {
        const shift = pattern * DITHER
        picture.push(body[nearestOf(body, [own[0] + shift, own[1] + shift, own[2] + shift])]!)
      }
    }
  }
  return picture
}

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** How bright skin is around each of its cells: tones follow the form of a face, not its spots. */
function formOfSkin({ colour, part, columns, rows }: Cells): Float32Array {
  const luma = (i: number): number => lumaOf(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!)
  return new Float32Array(part.length).map((_, i) => {
    let [sum, count] = [0, 1e-6]
    const [left, top] = [(i % columns) - FORM, Math.floor(i / columns) - FORM]
    for (let row = Math.max(0, top); row <= Math.min(rows - 1, top + 2 * FORM); row++) {
      for (let column = Math.max(0, left); column <= Math.min(columns - 1, left + 2 * FORM); column++) {
        const at = row * columns + column
        if (part[at] !== PART.skin) continue
        sum += luma(at)
        count += 1
      }
    }
    return sum / count
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
