/** The edge of a preview: as fine as 640 px can show it, no finer, and nothing beside it tells what it was. */
import { expect, it } from 'vitest'
import { coarsenEdges } from '../../src/imaging/cutout/coarse-edges.js'
import { hashNoise } from '../../src/imaging/raster/hash-noise.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'

const SUBJECT = [200, 60, 30] as const
const BACKGROUND = [10, 200, 90] as const

type Alpha = (x: number, y: number) => number

/** Colours are the subject's wherever there is any of it, as they are after cleaning. */
function cutoutOf(width: number, height: number, alphaAt: Alpha): Cutout {
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => alphaAt(i % width, Math.floor(i / width)))
  const colour = Uint8Array.from({ length: alpha.length * 3 }, (_, i) =>
    alpha[Math.floor(i / 3)] === 0 ? BACKGROUND[i % 3]! : SUBJECT[i % 3]!,
  )
  return { width, height, colour, alpha }
}

async function coarsened(width: number, height: number, alphaAt: Alpha): Promise<Cutout> {
  const cutout = cutoutOf(width, height, alphaAt)
  await coarsenEdges(cutout)
  return cutout
}

/** How much of a row varies more than `cycles` times from end to end. */
function energyBeyond(cycles: number, row: Uint8Array): number {
  let energy = 0
  for (let k = cycles + 1; k <= row.length / 2; k++) {
    let [real, imaginary] = [0, 0]
    for (const [x, value] of row.entries()) {
      real += value * Math.cos((2 * Math.PI * k * x) / row.length)
      imaginary += value * Math.sin((2 * Math.PI * k * x) / row.length)
    }
    energy += real ** 2 + imaginary ** 2
  }
  return energy
}

const rowOf = ({ width, alpha }: Cutout, y: number): Uint8Array => alpha.subarray(y * width, (y + 1) * width)

/** Hair from a third of the width to two thirds, solid on its right. */
const hair: Alpha = (x) => (x < 540 ? 0 : x > 1080 ? 255 : hashNoise(x, 0, 1) > 0.5 ? 255 : 0)

it('has nothing that 640 px cannot show, whereas hair is full of it', async () => {
  const [paid, preview] = [cutoutOf(1620, 60, hair), await coarsened(1620, 60, hair)]
  const [before, after] = [rowOf(paid, 30), rowOf(preview, 30)]
  expect(energyBeyond(320, after)).toBeLessThan(0.01 * energyBeyond(320, before))
  const moved = Array.from(before.subarray(540, 1080), (value, i) => Math.abs(value - after[540 + i]!))
  expect(moved.reduce((sum, value) => sum + value) / moved.length).toBeGreaterThan(50)
})

it('keeps what 640 px can show', async () => {
  const strands: Alpha = (x) => (Math.floor(x / 8) % 2) * 255
  const { alpha } = await coarsened(1600, 40, strands)
  const middle = alpha.subarray(20 * 1600 + 400, 20 * 1600 + 1200)
  expect(Math.max(...middle)).toBeGreaterThan(220)
  expect(Math.min(...middle)).toBeLessThan(35)
})

it('gives the fine edge away neither in alpha nor in colours', async () => {
  const comb =
    (phase: number): Alpha =>
    (x) =>
      x < 400 ? 0 : x > 900 ? 255 : ((x + phase) % 2) * 255
  const [one, other] = [await coarsened(1280, 40, comb(0)), await coarsened(1280, 40, comb(1))]
  // In the middle of the hair; at its ends the combs begin differently.
  for (let x = 410; x < 890; x++) {
    const at = 20 * 1280 + x
    expect(other.alpha[at]).toBe(one.alpha[at])
    expect(other.colour.subarray(at * 3, at * 3 + 3)).toEqual(one.colour.subarray(at * 3, at * 3 + 3))
  }
})

it('shows no background where it reaches further than the fine edge', async () => {
  const { alpha, colour } = await coarsened(1920, 300, (x, y) => (Math.hypot(x - 960, y - 150) < 100 ? 255 : 0))
  let beyond = 0
  for (const [i, value] of alpha.entries()) {
    if (value === 0) continue
    if (Math.hypot((i % 1920) - 960, Math.floor(i / 1920) - 150) > 101) beyond += 1
    for (const [channel, wanted] of SUBJECT.entries())
      if (Math.abs(colour[i * 3 + channel]! - wanted) > 1) throw new Error(`The colour at ${i} is not the subject's`)
  }
  expect(beyond).toBeGreaterThan(300)
})

it.each([
  [960, 600],
  [700, 311],
  [641, 20],
  [30, 4096],
])('changes nothing but the edge, and does not move it: %i x %i', async (width, height) => {
  const radius = Math.min(width, height) / 3
  const disc: Alpha = (x, y) => 255 * Math.min(1, Math.max(0, radius - Math.hypot(x - width / 2, y - height / 2)))
  const [paid, preview] = [cutoutOf(width, height, disc), await coarsened(width, height, disc)]
  const cell = Math.max(width, height) / 640
  const sums = { paid: { alpha: 0, x: 0, y: 0 }, preview: { alpha: 0, x: 0, y: 0 } }
  for (let i = 0; i < paid.alpha.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    for (const [sum, { alpha }] of [
      [sums.paid, paid],
      [sums.preview, preview],
    ] as const) {
      sum.alpha += alpha[i]!
      sum.x += alpha[i]! * x
      sum.y += alpha[i]! * y
    }
    if (Math.abs(Math.hypot(x - width / 2, y - height / 2) - radius) < 3.5 * cell + 1) continue
    if (paid.alpha[i] !== preview.alpha[i] || paid.colour[i * 3] !== preview.colour[i * 3])
      throw new Error(`Pixel ${x}, ${y} has changed`)
  }
  expect(Math.abs(sums.preview.alpha / sums.paid.alpha - 1)).toBeLessThan(0.02)
  for (const axis of ['x', 'y'] as const)
    expect(Math.abs(sums.preview[axis] / sums.preview.alpha - sums.paid[axis] / sums.paid.alpha)).toBeLessThan(0.3)
})

it('leaves a picture of 640 px as it is', async () => {
  const [before, after] = [cutoutOf(640, 50, hair), await coarsened(640, 50, hair)]
  expect(Buffer.compare(after.alpha, before.alpha)).toBe(0)
  expect(Buffer.compare(after.colour, before.colour)).toBe(0)
})
