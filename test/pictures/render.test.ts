/** The canvas at its final size: what resampling does to colours at the edge, and to those under the mask. */
import { describe, expect, it } from 'vitest'
import type { Layout } from '../../src/imaging/cutout/layout.js'
import { renderCanvas } from '../../src/imaging/cutout/render-canvas.js'
import type { Cutout, Photo } from '../../src/imaging/raster/picture.js'

const [WIDTH, HEIGHT] = [240, 180]
const SUBJECT = [230, 200, 40]
const BACKGROUND = [10, 30, 220]

/** A disc of one colour before another, with an edge that is hard or soft over some pixels. */
function scene(softness: number): { photo: Photo; alpha: Uint8Array } {
  const colour = new Uint8Array(WIDTH * HEIGHT * 3)
  const alpha = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < alpha.length; i++) {
    const distance = Math.hypot((i % WIDTH) - WIDTH / 2, Math.floor(i / WIDTH) - HEIGHT / 2)
    alpha[i] = Math.round(255 * Math.min(1, Math.max(0, (60 - distance) / softness + 0.5)))
    colour.set(alpha[i]! > 0 ? SUBJECT : BACKGROUND, i * 3)
  }
  return { photo: { width: WIDTH, height: HEIGHT, colour, alpha: undefined }, alpha }
}

const whole = (width: number, height: number): Layout => ({
  width,
  height,
  photo: { left: 0, top: 0, width, height },
  foreground: { left: 0, top: 0, width, height },
})

const offBy = ({ colour }: Cutout, i: number, wanted: readonly number[]): number =>
  Math.max(...wanted.map((value, c) => Math.abs(colour[i * 3 + c]! - value)))
/** A pixel this transparent shows next to nothing of its colour. */
const VISIBLE = 32
/** Weighing in 8 bits costs some exactness; the background is 220 levels away. */
const TOLERANCE = 40

describe('a canvas of another size', () => {
  it.each([
    [120, 90, 1],
    [80, 60, 1],
    [97, 73, 4],
    [31, 23, 6],
    [200, 150, 3],
    [480, 360, 1],
    [500, 375, 5],
  ])('%i x %i: nothing of the hidden background bleeds into an edge of %i px', async (width, height, softness) => {
    const { photo, alpha } = scene(softness)
    const canvas = await renderCanvas(photo, alpha, whole(width, height), false)
    let edge = 0
    for (let i = 0; i < canvas.alpha.length; i++) {
      if (canvas.alpha[i]! < VISIBLE) continue
      if (canvas.alpha[i]! < 255) edge += 1
      expect(offBy(canvas, i, SUBJECT)).toBeLessThanOrEqual(TOLERANCE)
    }
    expect(edge).toBeGreaterThan(20)
  })

  it('for a ZIP the colours of the background are those of the photo, and the edge is as clean', async () => {
    const { photo, alpha } = scene(3)
    const canvas = await renderCanvas(photo, alpha, whole(120, 90), true)
    let hidden = 0
    for (let i = 0; i < canvas.alpha.length; i++) {
      if (canvas.alpha[i]! >= VISIBLE) expect(offBy(canvas, i, SUBJECT)).toBeLessThanOrEqual(TOLERANCE)
      const distance = Math.hypot((i % 120) - 60, Math.floor(i / 120) - 45)
      if (distance < 36) continue
      expect(canvas.alpha[i]).toBe(0)
      expect(offBy(canvas, i, BACKGROUND)).toBeLessThanOrEqual(2)
      hidden += 1
    }
    expect(hidden).toBeGreaterThan(1000)
  })

  it('mask and size do not depend on whether the background is kept', async () => {
    const { photo, alpha } = scene(3)
    const [without, kept] = [
      await renderCanvas(photo, alpha, whole(97, 73), false),
      await renderCanvas(photo, alpha, whole(97, 73), true),
    ]
    expect([kept.width, kept.height]).toEqual([97, 73])
    expect(kept.alpha).toEqual(without.alpha)
  })

  it('an opaque picture is resampled like any other: no alpha, no difference', async () => {
    const { photo } = scene(1)
    const opaque = new Uint8Array(WIDTH * HEIGHT).fill(255)
    const canvas = await renderCanvas(photo, opaque, whole(60, 45), false)
    expect(canvas.alpha.every((value) => value === 255)).toBe(true)
    expect(offBy(canvas, 22 * 60 + 30, SUBJECT)).toBeLessThanOrEqual(1)
    expect(offBy(canvas, 0, BACKGROUND)).toBeLessThanOrEqual(1)
  })
})

describe('a canvas of the same size', () => {
  it.each([false, true])('keeps every colour and every alpha (keepBackground %s)', async (keepBackground) => {
    const { photo, alpha } = scene(4)
    const before = { colour: Uint8Array.from(photo.colour), alpha: Uint8Array.from(alpha) }
    const canvas = await renderCanvas(photo, alpha, whole(WIDTH, HEIGHT), keepBackground)
    expect(Buffer.from(canvas.colour).equals(before.colour)).toBe(true)
    expect(Buffer.from(canvas.alpha).equals(before.alpha)).toBe(true)
  })
})

describe('a canvas that shows a part, or more than the photo', () => {
  it('where the photo does not reach, it is white and transparent', async () => {
    const { photo, alpha } = scene(2)
    const layout: Layout = {
      width: 300,
      height: 200,
      photo: { left: 30, top: 10, width: WIDTH, height: HEIGHT },
      foreground: { left: 0, top: 0, width: 300, height: 200 },
    }
    const canvas = await renderCanvas(photo, alpha, layout, true)
    for (const [x, y] of [
      [0, 0],
      [29, 100],
      [299, 199],
      [150, 9],
    ] as const) {
      expect(offBy(canvas, y * 300 + x, [255, 255, 255])).toBe(0)
      expect(canvas.alpha[y * 300 + x]).toBe(0)
    }
    expect(offBy(canvas, 100 * 300 + 150, SUBJECT)).toBe(0)
    expect(offBy(canvas, 15 * 300 + 35, BACKGROUND)).toBe(0)
  })

  it('nothing of the subject lies outside the reported box', async () => {
    const { photo, alpha } = scene(2)
    const foreground = { left: 30, top: 20, width: 60, height: 50 }
    const canvas = await renderCanvas(photo, alpha, { ...whole(120, 90), foreground }, false)
    for (let i = 0; i < canvas.alpha.length; i++) {
      const [x, y] = [i % 120, Math.floor(i / 120)]
      if (x < 30 || x >= 90 || y < 20 || y >= 70) expect(canvas.alpha[i]).toBe(0)
    }
    expect(canvas.alpha[45 * 120 + 60]).toBe(255)
  })

  it('a part that is enlarged a lot shows what lies there', async () => {
    const { photo, alpha } = scene(2)
    const layout: Layout = {
      width: 100,
      height: 100,
      photo: { left: -110 * 20, top: -80 * 20, width: WIDTH * 20, height: HEIGHT * 20 },
      foreground: { left: 0, top: 0, width: 100, height: 100 },
    }
    const canvas = await renderCanvas(photo, alpha, layout, false)
    expect(canvas.alpha.every((value) => value === 255)).toBe(true)
    expect(offBy(canvas, 5050, SUBJECT)).toBe(0)
  })
})
