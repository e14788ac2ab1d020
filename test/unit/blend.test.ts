import { describe, expect, it } from 'vitest'
import { WHITE } from '../../src/catalog/colour.js'
import { compositeOnColour } from '../../src/imaging/raster/blend.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'

/** A row of pixels: colour and alpha of each. */
function rowOf(...pixels: [r: number, g: number, b: number, alpha: number][]): Cutout {
  return {
    width: pixels.length,
    height: 1,
    colour: Uint8Array.from(pixels.flatMap((pixel) => pixel.slice(0, 3))),
    alpha: Uint8Array.from(pixels.map(([, , , alpha]) => alpha)),
  }
}

describe('compositeOnColour', () => {
  it('shows the background where nothing was and leaves the subject untouched', () => {
    const cutout = rowOf([9, 8, 7, 0], [9, 8, 7, 255])
    compositeOnColour(cutout, { r: 10, g: 20, b: 30 })
    expect([...cutout.colour]).toEqual([10, 20, 30, 9, 8, 7])
  })

  it('nothing is transparent afterwards', () => {
    const cutout = rowOf([0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 128], [0, 0, 0, 254], [0, 0, 0, 255])
    compositeOnColour(cutout, WHITE)
    expect([...cutout.alpha]).toEqual([255, 255, 255, 255, 255])
  })

  it('mixes every alpha by its share, rounded to the nearest value', () => {
    for (let alpha = 0; alpha <= 255; alpha++) {
      const cutout = rowOf([250, 100, 0, alpha])
      compositeOnColour(cutout, { r: 0, g: 200, b: 255 })
      const mixed = (front: number, back: number): number => (front * alpha + back * (255 - alpha)) / 255
      for (const [i, wanted] of [mixed(250, 0), mixed(100, 200), mixed(0, 255)].entries()) {
        expect(Math.abs(cutout.colour[i]! - wanted), `alpha ${alpha}`).toBeLessThanOrEqual(0.51)
      }
    }
  })

  it('a background of the same colour changes no colour', () => {
    for (let alpha = 0; alpha <= 255; alpha++) {
      const cutout = rowOf([77, 155, 233, alpha])
      compositeOnColour(cutout, { r: 77, g: 155, b: 233 })
      expect([...cutout.colour]).toEqual([77, 155, 233])
    }
  })

  it('a translucent colour leaves a + (1 - a) * its alpha, and the colour by what each contributes', () => {
    for (const alpha of [0, 1, 64, 128, 254, 255]) {
      const cutout = rowOf([250, 100, 0, alpha])
      compositeOnColour(cutout, { r: 0, g: 200, b: 255 }, 119)
      const [front, back] = [alpha / 255, (1 - alpha / 255) * (119 / 255)]
      expect(cutout.alpha[0], `alpha ${alpha}`).toBe(Math.round((front + back) * 255))
      const mixed = (a: number, b: number): number => (a * front + b * back) / (front + back)
      for (const [i, wanted] of [mixed(250, 0), mixed(100, 200), mixed(0, 255)].entries()) {
        expect(Math.abs(cutout.colour[i]! - wanted), `alpha ${alpha}`).toBeLessThanOrEqual(0.51)
      }
    }
  })

  it('an invisible colour changes nothing', () => {
    const cutout = rowOf([9, 8, 7, 0], [9, 8, 7, 100], [9, 8, 7, 255])
    compositeOnColour(cutout, WHITE, 0)
    expect([...cutout.alpha]).toEqual([0, 100, 255])
    expect([...cutout.colour.subarray(3)]).toEqual([9, 8, 7, 9, 8, 7])
  })
})
