/** Shadows: those that are drawn, and those that are found in a photo. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contactShadow } from '../../src/imaging/cutout/shadow/contact.js'
import { naturalShadow } from '../../src/imaging/cutout/shadow/natural.js'
import { castShadow, shadowsOf } from '../../src/imaging/cutout/shadow/shadow.js'
import { blur } from '../../src/imaging/raster/blur.js'
import { hashNoise } from '../../src/imaging/raster/hash-noise.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'

const [WIDTH, HEIGHT] = [240, 200]

type Drawing = (x: number, y: number) => number
const plane = (draw: Drawing): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => draw(i % WIDTH, Math.floor(i / WIDTH)))
const at = (density: ArrayLike<number>, x: number, y: number): number => density[y * WIDTH + x]!

/** A cup that stands in the middle. */
const BOX = { left: 80, top: 60, width: 80, height: 80 }
const inBox: Drawing = (x, y) => (x >= 80 && x < 160 && y >= 60 && y < 140 ? 255 : 0)

describe('a contact shadow', () => {
  const cup = { width: WIDTH, height: HEIGHT, alpha: plane(inBox), box: BOX }

  test('is dark where the subject stands, pale around it, and nowhere else', () => {
    const shadow = contactShadow(cup, 1, blur)
    expect(at(shadow, 120, 139)).toBeGreaterThan(0.7)
    expect(at(shadow, 120, 150)).toBeLessThan(at(shadow, 120, 141))
    expect(at(shadow, 120, 30)).toBeLessThan(0.002)
    expect(at(shadow, 10, 139)).toBeLessThan(0.002)
    expect(Math.max(...shadow)).toBeLessThanOrEqual(1)
  })

  test('has a foot under each leg of a table, and none under its top', () => {
    const legs = plane((x, y) => (inBox(x, y) && (y < 75 || x < 88 || x >= 152) ? 255 : 0))
    const shadow = contactShadow({ ...cup, alpha: legs }, 1, blur)
    expect(at(shadow, 84, 139)).toBeGreaterThan(0.3)
    expect(at(shadow, 156, 139)).toBeGreaterThan(0.3)
    expect(at(shadow, 120, 139)).toBeLessThan(0.02)
    expect(at(shadow, 120, 76)).toBeLessThan(0.02)
  })
})

describe('on the canvas', () => {
  const canvasOf = (): Cutout => ({
    width: WIDTH,
    height: HEIGHT,
    colour: new Uint8Array(WIDTH * HEIGHT * 3).fill(200),
    alpha: plane(inBox),
  })
  const layout = {
    width: WIDTH,
    height: HEIGHT,
    photo: { left: 0, top: 0, width: WIDTH, height: HEIGHT },
    foreground: BOX,
  }

  test.each(['contact', 'drop', 'natural'] as const)(
    '%s is neutral, never black, and under the subject',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 100 }),
          fc.integer({ min: 0, max: 100 }),
          async (strength, softness) => {
            const canvas = canvasOf()
            castShadow(canvas, await shadowsOf(layout, plane(inBox), BOX)({ kind, strength, softness }), layout, layout)
            for (let i = 0; i < canvas.alpha.length; i++) {
              const isSubject = inBox(i % WIDTH, Math.floor(i / WIDTH)) === 255
              const [r, g, b] = canvas.colour.subarray(i * 3, i * 3 + 3)
              if (isSubject ? canvas.alpha[i] !== 255 || r !== 200 : canvas.alpha[i]! > 192)
                throw new Error(`pixel ${i}`)
              if (r !== g || g !== b) throw new Error(`pixel ${i} is not grey`)
            }
            expect(canvas.alpha[5]).toBe(0)
          },
        ),
        { numRuns: 8 },
      )
    },
  )

  test('more strength is darker', async () => {
    const shadeOf = async (strength: number): Promise<number> => {
      const canvas = canvasOf()
      castShadow(
        canvas,
        await shadowsOf(layout, plane(inBox), BOX)({ kind: 'drop', strength, softness: 50 }),
        layout,
        layout,
      )
      return at(canvas.alpha, 120, 141)
    }
    expect(await shadeOf(0)).toBe(0)
    expect(await shadeOf(80)).toBeGreaterThan((await shadeOf(30)) + 20)
  })
})

describe('the photo’s own shadow', () => {
  /** A soft ellipse to the right of the cup, as dark as 0.4. */
  const trueShadow = (x: number, y: number): number =>
    0.4 * Math.max(0, 1 - Math.hypot((x - 165) / 35, (y - 138) / 10) ** 2)
  const photoWith = (groundAt: Drawing, tint: readonly [number, number, number] = [1, 1, 1]): Cutout => {
    const alpha = plane(inBox)
    const colour = new Uint8Array(WIDTH * HEIGHT * 3)
    for (let i = 0; i < alpha.length; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      for (const [k, share] of tint.entries()) {
        colour[i * 3 + k] = alpha[i] ? 90 : groundAt(x, y) * share * (1 - trueShadow(x, y)) + 2 * hashNoise(x, y, k)
      }
    }
    return { width: WIDTH, height: HEIGHT, colour, alpha }
  }
  /** Lit from the left, darker towards the camera. */
  const table: Drawing = (x, y) => 225 - 0.15 * x - 0.1 * y

  test.each([
    ['grey', [1, 1, 1]],
    ['a warm colour', [1, 0.8, 0.6]],
  ] as const)('is found on a plain ground of %s, as dark as it is', (_name, tint) => {
    const found = naturalShadow(photoWith(table, tint), BOX)!
    expect(at(found, 172, 138)).toBeCloseTo(trueShadow(172, 138), 1)
    expect(at(found, 210, 180)).toBe(0)
    expect(at(found, 30, 60)).toBe(0)
  })

  test.each<[string, Drawing]>([
    ['a chequered cloth', (x, y) => (((x >> 3) + (y >> 3)) % 2 ? 200 : 120)],
    ['the shade of a house, which goes on beyond the photo', (x, y) => (y > 120 && x > 100 ? 110 : 210)],
    ['pebbles', (x, y) => 150 + 80 * hashNoise(x >> 2, y >> 2, 3)],
  ])('cannot be told from %s', (_name, ground) => {
    expect(naturalShadow(photoWith(ground), BOX)).toBeUndefined()
  })

  test('is not invented where there is none', () => {
    const bare = photoWith(table)
    for (let i = 0; i < bare.alpha.length; i++) {
      if (!bare.alpha[i]) bare.colour.fill(table(i % WIDTH, Math.floor(i / WIDTH)), i * 3, i * 3 + 3)
    }
    expect(naturalShadow(bare, BOX)).toBeUndefined()
  })
})
