/**
 * A portrait on a coarse grid, as an artist would draw it in pixels or bricks: each cell has a mean colour of the photo
 * and, on a face, the part of it that it shows. What would be lost in a mean, the eyes above all, is placed by hand.
 */
import { distanceOf, lengthOf, type Point } from '../../../raster/point.js'
import type { Canvas } from '../../pixels/canvas.js'
import { type Cover, coverPolygon, coverStroke } from '../../pixels/cover.js'
import type { Scene } from '../../scene.js'
import { type Eye, outlineOf } from '../../sitter/face-outline.js'
import { faceHeightOf } from '../../sitter/face-regions.js'

/** What a cell shows. Later ones lie above earlier ones. */
export const PART = {
  behind: 0,
  body: 1,
  skin: 2,
  /** Below the tip of the nose. */
  nose: 3,
  brow: 4,
  upperLip: 5,
  lowerLip: 6,
  mouth: 7,
  white: 8,
  iris: 9,
  pupil: 10,
  spark: 11,
  lash: 12,
} as const
export type Part = (typeof PART)[keyof typeof PART]

export interface Cells {
  /** In pixels. */
  readonly side: number
  readonly columns: number
  readonly rows: number
  /** Mean of the person's colours where there are any, 0..255, three per cell. */
  readonly colour: Float32Array
  readonly part: Uint8Array
  /** 0..1 */
  readonly subject: Float32Array
}

export function divideIntoCells(canvas: Canvas, scene: Scene, side: number): Cells {
  const columns = Math.ceil(scene.width / side)
  const rows = Math.ceil(scene.height / side)
  const cells = { ...meansOf(canvas, scene, side, columns, rows), side, columns, rows }
  closeSkin(cells)
  for (const face of scene.faces) {
    const { eyes, brows, nose, upperLip, lowerLip, mouth, mouthLine } = outlineOf(face)
    drawLine(cells, PART.nose, onGrid(nose.slice(2, -2), side))
    for (const brow of brows) mark(cells, PART.brow, onGrid(brow, side), 0.45)
    mark(cells, PART.upperLip, onGrid(upperLip, side), 0.45)
    mark(cells, PART.lowerLip, onGrid(lowerLip, side), 0.45)
    if (isWide(mouth, side)) mark(cells, PART.mouth, onGrid(mouth, side), 0.5)
    else drawLine(cells, PART.mouth, onGrid(mouthLine, side))
    for (const eye of eyes) markEye(cells, eye)
  }
  return cells
}

/** Sides of cells so that the faces have this many from forehead to chin: in a group the mean face counts. */
export function cellSide({ faces, faceHeight, width, height }: Scene, perFace: number): number {
  if (faceHeight === 0) return Math.max(1, Math.round(Math.max(width, height) / (perFace * 2.4)))
  const heights = faces.map(faceHeightOf)
  const mean = heights.reduce((sum, value) => sum + value, 0) / heights.length
  return Math.max(2, Math.round(Math.max(mean, faceHeight * 0.6) / perFace))
}

const onGrid = (points: readonly Point[], side: number): Point[] =>
  points.map(({ x, y }) => ({ x: x / side, y: y / side }))

/** Lips that part by half a cell or more. */
const isWide = (mouth: readonly Point[], side: number): boolean => distanceOf(mouth[5]!, mouth.at(-6)!) > side * 0.7

function meansOf({ width, height, colour }: Canvas, scene: Scene, side: number, columns: number, rows: number) {
  const means = new Float32Array(columns * rows * 3)
  const subject = new Float32Array(columns * rows)
  const part = new Uint8Array(columns * rows)
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      let [r, g, b, weight, own, skin, count] = [0, 0, 0, 1e-6, 0, 0, 0]
      const bottom = Math.min(height, (row + 1) * side)
      const right = Math.min(width, (column + 1) * side)
      for (let y = row * side; y < bottom; y++) {
        for (let x = column * side; x < right; x++, count++) {
          const i = y * width + x
          const opacity = scene.subject[i]!
          const share = opacity * opacity * opacity + 1e-5
          own += opacity
          skin += scene.skin[i]!
          weight += share
          r += colour[i * 3]! * share
          g += colour[i * 3 + 1]! * share
          b += colour[i * 3 + 2]! * share
        }
      }
      means.set([r / weight, g / weight, b / weight], cell * 3)
      subject[cell] = own / count
      part[cell] = subject[cell]! < 0.5 ? PART.behind : skin / count > 0.45 ? PART.skin : PART.body
    }
  }
  return { colour: means, subject, part }
}

/** A shine on the nose is skin as well. */
function closeSkin({ part, columns }: Cells): void {
  for (let i = columns + 1; i < part.length - columns - 1; i++) {
    if (part[i] !== PART.body) continue
    const around = [part[i - 1], part[i + 1], part[i - columns], part[i + columns]]
    if (around.filter((other) => other === PART.skin).length >= 3) part[i] = PART.skin
  }
}

function setWhere(cells: Cells, part: Part, { left, top, width, height, share }: Cover, least: number): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) if (share[i]! > least) cells.part[(y + top) * cells.columns + x + left] = part
  }
}

const sizeOf = ({ columns, rows }: Cells) => ({ width: columns, height: rows })

const mark = (cells: Cells, part: Part, outline: readonly Point[], least: number): void =>
  setWhere(cells, part, coverPolygon(outline, sizeOf(cells)), least)

/** One cell per column: a line that is nowhere two cells high. */
function drawLine(cells: Cells, part: Part, points: readonly Point[]): void {
  const cover = coverStroke(points, sizeOf(cells), () => 1.1)
  for (let x = 0; x < cover.width; x++) {
    let [best, at] = [0.3, -1]
    for (let y = 0; y < cover.height; y++) {
      const value = cover.share[y * cover.width + x]!
      if (value > best) [best, at] = [value, y]
    }
    if (at >= 0) cells.part[(at + cover.top) * cells.columns + x + cover.left] = part
  }
}

function markEye(cells: Cells, eye: Eye): void {
  const { side, columns, rows } = cells
  // Lashes lie above the opening: they must not take the room of the few cells that an eye has.
  const upper = onGrid(eye.upper, side).map(({ x, y }) => ({ x, y: y - 0.45 }))
  if (!eye.isOpen) {
    drawLine(cells, PART.lash, upper)
    return
  }
  mark(cells, PART.white, onGrid(eye.lids, side), 0.35)
  const [x, y] = [eye.iris.x / side, eye.iris.y / side]
  const radius = Math.max(0.9, eye.radius / side)
  const inEye = (column: number, row: number): boolean => {
    const at = row * columns + column
    return column >= 0 && row >= 0 && column < columns && row < rows && cells.part[at]! >= PART.white
  }
  const set = (column: number, row: number, part: Part): void => {
    if (inEye(column, row)) cells.part[row * columns + column] = part
  }
  for (let row = Math.floor(y - radius); row <= y + radius; row++) {
    for (let column = Math.floor(x - radius); column <= x + radius; column++) {
      const distance = lengthOf(column + 0.5 - x, row + 0.5 - y)
      if (distance < radius + 0.1) set(column, row, distance < radius * 0.45 ? PART.pupil : PART.iris)
    }
  }
  // Even the smallest iris has a pupil and a spark in it.
  set(Math.floor(x), Math.floor(y), PART.pupil)
  drawLine(cells, PART.lash, upper)
  set(Math.floor(x - radius * 0.45), Math.floor(y - radius * 0.4), PART.spark)
}
