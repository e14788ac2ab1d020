/** The kernels that judge colours around a person against plain loops that do the same. */
import { expect, test } from 'vitest'
import { cellColours } from '../../src/imaging/id-photo/cell-colours.js'
import { COUNT_INTS } from '../../src/imaging/id-photo/colour-count.js'
import { findEdges, STRIDE } from '../../src/imaging/id-photo/edges.js'
import { toFace } from '../../src/imaging/id-photo/frame.js'
import { columnOf, type PortraitMatte, rowOf, samplePortrait } from '../../src/imaging/id-photo/portrait-matte.js'
import { withoutRemnants } from '../../src/imaging/id-photo/remnants.js'
import { hazeArea } from '../../src/imaging/id-photo/soft-edges.js'
import { removeSpill } from '../../src/imaging/id-photo/spill.js'
import { changed, ints, kernels } from '../../src/imaging/kernels/room.js'
import { distanceToLevels } from '../../src/imaging/raster/distance.js'
import { toLab } from '../../src/imaging/raster/lab.js'
import { binOf, createColourCount } from '../oracles/colour-count.js'
import { withoutRemnants as withoutRemnantsPlainly } from '../oracles/remnants.js'

const noise = (i: number, seed: number): number =>
  ((Math.imul(i + 1, 2_654_435_761) ^ Math.imul(seed, 40_503)) >>> 11) % 256

interface Scene {
  /** In pixels, from the eyes down. */
  readonly chin: number
  readonly roll: number
  readonly skin: readonly number[]
  /** The background's colours, left and right. */
  readonly sides: readonly [readonly number[], readonly number[]]
  /** The middle of what the matte has kept of it, in face lengths. */
  readonly kept: readonly [u: number, v: number]
}

/** A head with shoulders before a background. */
function portraitOf({ chin, roll, sides, skin, kept }: Scene, seed: number) {
  const [width, height] = [Math.round(chin * 2.6), Math.round(chin * 2.8)]
  const frame = { roll, chin, middle: { x: width / 2, y: height * 0.45 }, eyeDistance: chin * 0.55, skull: -chin }
  const colour = new Uint8Array(3 * width * height)
  const alpha = new Uint8Array(width * height)
  for (let at = 0; at < alpha.length; at++) {
    const place = toFace(frame, { x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5 })
    const [u, v] = [place.u / chin, place.v / chin]
    const out = v > 1 ? Math.abs(u) - 1.1 : Math.hypot(u, (v - 0.1) / 1.2) - 0.8
    const isKept = Math.abs(u - kept[0]) < 0.2 && Math.abs(v - kept[1]) < 0.25
    const shown = out < 0 && !isKept ? skin : sides[u < 0 ? 0 : 1]
    for (const i of [0, 1, 2]) colour[3 * at + i] = shown[i]! + (noise(3 * at + i, seed) % 16)
    const soft = 255 * Math.min(1, Math.max(0, 0.5 - out * 8))
    alpha[at] = isKept ? Math.max(soft, 240) : soft
  }
  const photo = { width, height, colour, alpha: undefined }
  const portrait = samplePortrait({ width, height, alpha }, frame)
  return { photo, alpha, portrait, labs: cellColours(photo, portrait) }
}

const SKIN = [200, 150, 120]
const portraits = [
  {
    chin: 30,
    roll: 0.2,
    skin: SKIN,
    sides: [
      [20, 120, 40],
      [30, 60, 160],
    ],
    kept: [0.9, -0.2],
  },
  {
    chin: 24,
    roll: -0.3,
    skin: SKIN,
    sides: [
      [220, 30, 40],
      [220, 220, 220],
    ],
    kept: [-0.8, 0.3],
  },
  {
    chin: 36,
    roll: 0,
    skin: [90, 60, 50],
    sides: [
      [40, 120, 200],
      [40, 120, 200],
    ],
    kept: [1, 0.6],
  },
  {
    chin: 30,
    roll: 0.1,
    skin: SKIN,
    sides: [
      [200, 150, 125],
      [205, 150, 120],
    ],
    kept: [0.9, -0.2],
  },
] as const satisfies readonly Scene[]
/** So large that one looks at blocks of pixels. */
const LARGE = { ...portraits[0], chin: 390 }

const blockOf = ({ width }: PortraitMatte, cell: number): number =>
  Math.floor(cell / width / STRIDE) * Math.ceil(width / STRIDE) + Math.floor((cell % width) / STRIDE)

/** How many values differ by more than so much. */
const differing = (one: Uint8Array, other: Uint8Array, by = 0): number =>
  one.filter((value, i) => Math.abs(value - other[i]!) > by).length

test('remnants of the background are cleared as in plain loops', () => {
  const cleared = [...portraits, LARGE].map((scene, seed) => {
    const { photo, alpha, portrait, labs } = portraitOf(scene, seed)
    const rest = withoutRemnants(photo, labs, alpha, portrait)
    // A pixel may lie between two cells, and a colour between two bins.
    expect(differing(rest, withoutRemnantsPlainly(photo, labs, alpha, portrait))).toBeLessThanOrEqual(8)
    return rest !== alpha
  })
  expect(cleared).toEqual([true, true, true, false, true])
})

test('tints of the background are removed as in plain loops', () => {
  let changes = 0
  for (const [seed, scene] of portraits.entries()) {
    const { photo, alpha, portrait, labs } = portraitOf(scene, seed)
    const { width, height } = photo
    const edges = findEdges(labs, portrait)
    const plain = photo.colour.slice()
    for (let at = 0; at < alpha.length; at++) {
      const { u, v } = toFace(portrait.frame, { x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5 })
      const [column, row] = [Math.round(columnOf(portrait, u)), Math.round(rowOf(portrait, v))]
      const isThere = column >= 0 && row >= 0 && column < portrait.width && row < portrait.height
      const cell = row * portrait.width + column
      if (alpha[at] === 0 || !isThere || !edges.band[cell]) continue
      const [, a, b, , , hue, trust] = edges.colours.subarray(7 * blockOf(portrait, cell))
      if (trust === 0 || hue! < 0) continue
      const lab = toLab(plain[3 * at]!, plain[3 * at + 1]!, plain[3 * at + 2]!)
      const chroma = Math.hypot(a!, b!)
      const share = (trust! * ((lab[1] * a! + lab[2] * b!) / chroma - hue!)) / chroma
      if (share > 0) plain.set(toRgb(lab[0], lab[1] - share * a!, lab[2] - share * b!), 3 * at)
    }
    const picture = { width, height, colour: photo.colour.slice(), alpha }
    removeSpill(picture, (at) => at, portrait, edges)
    changes += differing(photo.colour, picture.colour)
    expect(differing(picture.colour, plain, 1)).toBeLessThanOrEqual(6)
  }
  expect(changes).toBeGreaterThan(1000)
})

test('what is beside an edge is also told where something was taken out, and nowhere else', () => {
  const { portrait, labs } = portraitOf(portraits[0], 0)
  const [few, more] = [portrait, { ...portrait, alpha: portrait.alpha.map(() => 255) }].map(
    (before) => findEdges(labs, portrait, before).colours,
  )
  let lost = 0
  for (let cell = 0; cell < portrait.alpha.length; cell++) {
    const block = 7 * blockOf(portrait, cell)
    if (few![block + 6]! > 0) expect(more!.subarray(block, block + 7)).toEqual(few!.subarray(block, block + 7))
    else if (more![block + 6]! > 0) lost += 1
  }
  expect(lost).toBeGreaterThan(100)
})

function toRgb(lightness: number, a: number, b: number): number[] {
  const uncurve = (t: number): number => (t > 0.206893 ? t ** 3 : (t - 16 / 116) / 7.787)
  const middle = (lightness + 16) / 116
  const [x, y, z] = [uncurve(middle + a / 500) * 0.95047, uncurve(middle), uncurve(middle - b / 200) * 1.08883]
  const light = [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ]
  return light
    .map((value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
    .map((value) => Math.round(255 * Math.min(1, Math.max(0, value))))
}

test('foreign colours beside the head are those that the rest of the person does not have', () => {
  let marked = 0
  for (const [seed, scene] of portraits.entries()) {
    const { portrait, labs } = portraitOf(scene, seed)
    const { width, height, unit, origin, alpha, frame } = portrait
    const [left, right] = [2, width - 3]
    const rows = height - 2
    const known = createColourCount()
    const doubtful: number[] = []
    for (let row = 0; row < rows; row++) {
      const v = (origin.v + row * unit) / frame.chin
      const belowJaw = Math.min(1, Math.max(0, (v - 0.5) / 0.4))
      const beside = v > -0.9 && v < 0.85 ? (1.05 - 0.5 * belowJaw) * frame.eyeDistance : Number.POSITIVE_INFINITY
      for (let column = left; column <= right; column++) {
        const cell = row * width + column
        if (alpha[cell]! < 128) continue
        if (Math.abs(origin.u + column * unit) <= beside) known.add(binOf(labs, 3 * cell))
        else if (Math.hypot(labs[3 * cell + 1]!, labs[3 * cell + 2]!) >= 25) doubtful.push(cell)
      }
    }
    const plain = new Uint8Array(alpha.length)
    for (const cell of doubtful) if (known.share(binOf(labs, 3 * cell)) < 0.002) plain[cell] = 1
    const foreign = new Uint8Array(alpha.length)
    const place = [origin.u, origin.v, unit, frame.chin, frame.eyeDistance] as const
    kernels.markForeign(alpha, labs, width, rows, left, right, 128, ...place, ints(COUNT_INTS), changed(foreign))
    marked += plain.filter((mark) => mark === 1).length
    expect(differing(foreign, plain)).toBeLessThanOrEqual(2)
  }
  expect(marked).toBeGreaterThan(500)
})

test('the largest piece is counted, whatever touches only at a corner', () => {
  // Pieces of three, two, one and two.
  const marks = Uint8Array.from([1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1])
  expect(kernels.largestPiece(marks, 4, 16, ints(16), ints(16))).toBe(3)
  expect(kernels.largestPiece(new Uint8Array(16), 4, 16, ints(16), ints(16))).toBe(0)
})

test('haze counts where it is far from everything solid, by how much it shows', () => {
  const alpha = Uint8Array.from({ length: 40 * 30 }, (_, i) => (i % 40 < 5 ? 255 : noise(i, 9) % 200))
  const distance = distanceToLevels(225, 255, alpha, 40)
  let area = 0
  for (let at = 0; at < 20 * 40; at++) if (alpha[at]! > 20 && distance[at]! > 4.5) area += alpha[at]! / 255
  expect(hazeArea({ width: 40, alpha }, 4.5, 20)).toBeCloseTo(area, 9)
})

test('what was lost in doubt is counted where colours are not told apart', () => {
  const [width, height] = [20, 11]
  const before = Uint8Array.from({ length: width * height }, (_, i) => noise(i, 3))
  const after = before.map((level, i) => (noise(7 * i, 4) < 128 ? 0 : level))
  const blocks = Math.ceil(width / STRIDE) * Math.ceil(height / STRIDE)
  const around = Float32Array.from({ length: 7 * blocks }, (_, i) => (i % 7 === 6 ? noise(i, 5) >> 7 : 1))
  const lost = before.filter((level, cell) => {
    const block = Math.floor(cell / width / STRIDE) * Math.ceil(width / STRIDE) + Math.floor((cell % width) / STRIDE)
    return level >= 128 && after[cell]! < 128 && around[7 * block + 6] === 0
  })
  expect(lost.length).toBeGreaterThan(5)
  expect(kernels.lostInDoubt(before, after, width, height, 128, around, STRIDE)).toBe(lost.length)
})
