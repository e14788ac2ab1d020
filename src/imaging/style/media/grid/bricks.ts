/**
 * Built from plastic bricks: every cell is a stud, cells of one colour join to plates, each lit from the upper left. The
 * colours are those that bricks are sold in; behind the person there is a plain baseplate.
 */

import { lengthOf } from '../../../raster/point.js'
import { type Canvas, hexColour, lumaOf, type Rgb, smoothstep } from '../../pixels/canvas.js'
import { hashNoise } from '../../pixels/noise.js'
import { amount, defineStep } from '../../step.js'
import { BRICK_COLOURS, BRICK_GREYS, BRICK_LIPS, BRICK_SKIN } from './brick-colours.js'
import { byLuma, coloursWhere, mostNeeded, nearestOf, skinRamp } from './cell-palette.js'
import { type Cells, cellSide, divideIntoCells, PART } from './cells.js'

/** In pixels: studs of smaller ones would not be seen. */
const SMALLEST = 5
/** Hair and clothes are made of so many. */
const BODY_COLOURS = 12

const BASEPLATE = hexColour('#5a93db')

/** Studs across and down, the largest first. */
const PLATES = [
  [4, 2],
  [2, 4],
  [2, 2],
  [3, 1],
  [1, 3],
  [2, 1],
  [1, 2],
] as const

export const bricks = defineStep(
  {
    /** Studs from forehead to chin. */
    perFace: amount(12, 80),
  },
  (canvas, scene, { perFace = 52 }) => {
    const cells = divideIntoCells(canvas, scene, cellSide(scene, perFace, SMALLEST))
    const colours = chooseBricks(cells)
    const plates = joinPlates(cells, colours, scene.seed)
    renderBricks(canvas, cells, colours, plates, scene.seed)
  },
)

/** Per cell its colour; equal colours are the same object. */
function chooseBricks(cells: Cells): Rgb[] {
  const { part, colour } = cells
  const ramp = skinRamp(cells)
  const skinBricks = new Map(ramp.map((tone) => [tone, BRICK_SKIN[nearestOf(BRICK_SKIN, tone)]!]))
  const featureBrick = featureBricks(ramp[ramp.length >> 1])
  const body = mostNeeded(
    coloursWhere(cells, (value) => value === PART.body),
    BODY_COLOURS,
  )
  const bodyBricks = body.map((tone) => BRICK_COLOURS[nearestOf(BRICK_COLOURS, tone)]!)
  const chosen: Rgb[] = []
  for (let i = 0; i < part.length; i++) {
    const own: Rgb = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
    if (part[i] === PART.behind) chosen.push(BASEPLATE)
    else if (part[i]! >= PART.feature) chosen.push(featureBrick(own))
    else if (ramp.length > 0 && part[i] === PART.skin) chosen.push(skinBricks.get(byLuma(ramp, own))!)
    else chosen.push(bodyBricks[nearestOf(body, own)]!)
  }
  return chosen
}

/** How much redder than skin lips are, and what share of the skin's red is left in eyes, teeth, frames and grey hair. */
const LIPS = 0.1
const GREY = 0.45

/** Bricks have the hue of some skin, not of this one: eyes, brows and mouth are seen relative to it. */
function featureBricks(skin: Rgb = [200, 160, 140]): (own: Rgb) => Rgb {
  const hue = (colour: Rgb) => {
    const luma = Math.max(12, lumaOf(...colour))
    return { red: (colour[0] - colour[1]) / luma, yellow: (colour[1] - colour[2]) / luma }
  }
  const usual = hue(skin)
  return (own) => {
    const { red, yellow } = hue(own)
    const isLip = red - usual.red - (yellow - usual.yellow) > LIPS && red > usual.red
    return byLuma(isLip ? BRICK_LIPS : red < GREY * usual.red ? BRICK_GREYS : BRICK_SKIN, own)
  }
}

/** Per cell the number of its plate. The baseplate is one. */
function joinPlates({ columns, rows, part }: Cells, colours: readonly Rgb[], seed: number): Int32Array {
  const plates = new Int32Array(columns * rows)
  let count = 0
  const fits = (column: number, row: number, across: number, down: number): boolean => {
    const first = colours[row * columns + column]
    if (column + across > columns || row + down > rows) return false
    for (let y = row; y < row + down; y++) {
      for (let x = column; x < column + across; x++) {
        const at = y * columns + x
        if (plates[at] !== 0 || colours[at] !== first || part[at] === PART.behind) return false
      }
    }
    return true
  }
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      if (plates[i] !== 0 || part[i] === PART.behind) continue
      const skipped = Math.floor(hashNoise(column, row, seed + 17) * 4)
      const [across, down] = PLATES.slice(skipped).find(([a, d]) => fits(column, row, a, d)) ?? [1, 1]
      count += 1
      for (let y = row; y < row + down; y++) plates.fill(count, y * columns + column, y * columns + column + across)
    }
  }
  return plates
}

const STUD = 0.31
/** How high the studs stand. */
const RELIEF = 0.85
/** How much of the light is missing in the shadow that a stud throws, and in a joint. */
const SHADOW = 0.26
const JOINT = 0.42

function renderBricks(
  { width, height, colour }: Canvas,
  { side, columns, rows }: Cells,
  colours: readonly Rgb[],
  plates: Int32Array,
  seed: number,
): void {
  const studs = studLight(side)
  const joint = Math.max(1, Math.round(side * 0.07))
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      const plate = plates[cell]!
      const shade = (hashNoise(plate, 5, seed) - 0.5) * 0.05
      // Edges towards the light shine where the plate ends, the others lie in its joint.
      const above = row > 0 && plates[cell - columns] !== plate ? 0.16 * RELIEF : 0
      const left = column > 0 && plates[cell - 1] !== plate ? 0.1 * RELIEF : 0
      const below = row < rows - 1 && plates[cell + columns] !== plate ? JOINT * RELIEF : 0
      const right = column < columns - 1 && plates[cell + 1] !== plate ? JOINT * 0.8 * RELIEF : 0
      const [red, green, blue] = colours[cell]!
      const down = Math.min(side, height - row * side)
      const across = Math.min(side, width - column * side)
      for (let v = 0; v < down; v++) {
        const lit = v < joint ? above : 0
        const dark = v >= side - joint ? below : 0
        let at = ((row * side + v) * width + column * side) * 3
        for (let u = 0; u < across; u++, at += 3) {
          let light = studs[v * side + u]! + shade
          light += lit > 0 ? lit : u < joint ? left : 0
          light -= dark > 0 ? dark : u >= side - joint ? right : 0
          colour[at] = shaded(red, light)
          colour[at + 1] = shaded(green, light)
          colour[at + 2] = shaded(blue, light)
        }
      }
    }
  }
}

/** Plastic shines: light is added as white, shadow takes away. Black plastic shows its form by the shine. */
const shaded = (value: number, light: number): number =>
  light < 0 ? value * (1 + light) : value + (255 - value) * light * 0.55 + light * 12

/** One cell's light, -1..1: the rim of the stud facing the light is bright, the other one dark, and it throws a shadow. */
function studLight(side: number): Float32Array {
  const light = new Float32Array(side * side)
  const soft = 0.75 / side
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const [dx, dy] = [(x + 0.5) / side - 0.5, (y + 0.5) / side - 0.5]
      const distance = lengthOf(dx, dy)
      const onStud = 1 - smoothstep(STUD - soft, STUD + soft, distance)
      const rim = smoothstep(STUD * 0.68, STUD * 0.95, distance) * onStud
      const towards = distance > 0 ? -(dx * 0.6 + dy * 0.8) / distance : 0
      const shadow = (1 - smoothstep(STUD, STUD + 0.14, lengthOf(dx - 0.07, dy - 0.1))) * (1 - onStud)
      light[i] = (onStud * 0.07 + rim * towards * (towards > 0 ? 0.42 : 0.3) - shadow * SHADOW) * RELIEF
    }
  }
  return light
}
