/**
 * A portrait on a coarse grid: each cell has a mean colour of the photo, and says what it shows. In a mean, thin lines would
 * be lost: where the sheet of the sitter has lines, they count more than what is around them.
 */
import { componentsOf } from '../../../raster/components.js'
import type { Canvas } from '../../pixels/canvas.js'
import { fillPolygon } from '../../pixels/polygon.js'
import type { Scene } from '../../scene.js'
import { outlineOf } from '../../sitter/face-outline.js'
import { sheetOf } from '../../sitter/sheet.js'

/** What a cell shows. */
export const PART = {
  behind: 0,
  body: 1,
  skin: 2,
  /** Eyes, brows and mouth, and lines anywhere on the head. */
  feature: 3,
  teeth: 4,
} as const

export interface Cells {
  /** In pixels. */
  readonly side: number
  readonly columns: number
  readonly rows: number
  /** Mean of the person's colours where there are any, 0..255, three per cell. */
  readonly colour: Float32Array
  readonly part: Uint8Array
}

/** How much more than others pixels on a line count. */
const LINE_WEIGHT = 12

export function divideIntoCells({ width, height, colour }: Canvas, scene: Scene, side: number): Cells {
  const { lines, teeth } = sheetOf(scene)
  const faces = new Float32Array(width * height)
  for (const { oval } of scene.faces.map(outlineOf)) fillPolygon(faces, width, height, oval)
  const columns = Math.ceil(width / side)
  const rows = Math.ceil(height / side)
  const means = new Float32Array(columns * rows * 3)
  const part = new Uint8Array(columns * rows)
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      let [r, g, b, weight, count] = [0, 0, 0, 1e-6, 0]
      const sums = { subject: 0, skin: 0, features: 0, lines: 0, teeth: 0, face: 0 }
      const bottom = Math.min(height, (row + 1) * side)
      const right = Math.min(width, (column + 1) * side)
      for (let y = row * side; y < bottom; y++) {
        for (let x = column * side; x < right; x++, count++) {
          const i = y * width + x
          const opacity = scene.subject[i]!
          sums.subject += opacity
          sums.skin += scene.skin[i]!
          sums.features += scene.features[i]!
          sums.lines += lines[i]!
          sums.teeth += teeth[i]!
          sums.face += faces[i]!
          const share = (opacity * opacity * opacity + 1e-5) * (1 + LINE_WEIGHT * lines[i]!)
          weight += share
          r += colour[i * 3]! * share
          g += colour[i * 3 + 1]! * share
          b += colour[i * 3 + 2]! * share
        }
      }
      means.set([r / weight, g / weight, b / weight], cell * 3)
      part[cell] = partOf(sums, count)
    }
  }
  dropFragments(part, columns)
  return { colour: means, part, side, columns, rows }
}

/** Smaller pieces, in shares of the largest, are no people but what a matte has left of the old background. */
const FRAGMENT = 0.05

function dropFragments(part: Uint8Array, columns: number): void {
  const { count, labels } = componentsOf(
    part.map((value) => (value === PART.behind ? 0 : 255)),
    columns,
  )
  const sizes = new Uint32Array(count + 1)
  for (const label of labels) if (label > 0) sizes[label]!++
  const least = FRAGMENT * Math.max(...sizes)
  for (let i = 0; i < part.length; i++) if (sizes[labels[i]!]! < least) part[i] = PART.behind
}

type Sums = Readonly<Record<'subject' | 'skin' | 'features' | 'lines' | 'teeth' | 'face', number>>

function partOf({ subject, skin, features, lines, teeth, face }: Sums, count: number): number {
  if (subject < 0.5 * count) return PART.behind
  if (teeth > 0.45 * count) return PART.teeth
  if (features > 0.55 * count || lines > 0.14 * count) return PART.feature
  // Beards and shines on a face are neither skin nor clothes.
  return skin > 0.45 * count ? PART.skin : Math.max(skin, face) > 0.25 * count ? PART.feature : PART.body
}

/** Cells of an eye from corner to corner: with fewer of them a pupil has no white beside it. */
const PER_EYE = 12
/** And of a face from forehead to chin: small eyes are no reason for a face without rims and brows. */
const PER_FACE = 92
/** Smaller cells would not be seen, in pixels of a picture of one megapixel. */
const SMALLEST = 4.4

/** In a group the mean eye counts, of a turned head the nearer one. */
export function cellSide({ faces, faceHeight, unit }: Scene): number {
  const eyes = faces.map((face) => Math.max(...outlineOf(face).eyes.map(({ width }) => width)))
  const mean = eyes.reduce((sum, width) => sum + width, 0) / Math.max(1, eyes.length)
  const fine = Math.min(Math.max(mean, 0.6 * Math.max(0, ...eyes)) / PER_EYE, faceHeight / PER_FACE)
  return Math.max(2, Math.round(SMALLEST * unit), Math.round(fine))
}
