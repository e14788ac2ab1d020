import { describe, expect, test } from 'vitest'
import type { Box, Cutout } from '../../src/imaging/raster/picture.js'
import { resizeCutout } from '../../src/imaging/raster/resize-cutout.js'

const canvasOf = (width: number, height: number): Cutout => ({
  ...{ width, height },
  ...{ colour: new Uint8Array(width * height * 3).fill(255), alpha: new Uint8Array(width * height) },
})

/** Colours and alpha change in no simple relation to each other. */
function pattern(width: number, height: number): Cutout {
  const picture = canvasOf(width, height)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    picture.alpha[i] = Math.max(0, Math.min(255, 128 + 200 * Math.sin(x / 5) * Math.cos(y / 7)))
    for (let c = 0; c < 3; c++) picture.colour[i * 3 + c] = 128 + 100 * Math.sin((x + y * c) / (6 + c))
  }
  return picture
}

function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0
}

/** One pixel of the result, from every pixel of the source. */
function plainly(source: Cutout, from: Box, to: Box, x: number, y: number): number[] {
  const [sx, sy] = [from.width / to.width, from.height / to.height]
  const at = { x: from.left + (x - to.left + 0.5) * sx, y: from.top + (y - to.top + 0.5) * sy }
  const sums = [0, 0, 0, 0]
  let total = 0
  for (let row = -20; row < source.height + 20; row++) {
    const down = cubic((row + 0.5 - at.y) / Math.max(1, sy))
    if (down === 0) continue
    for (let column = -20; column < source.width + 20; column++) {
      const weight = down * cubic((column + 0.5 - at.x) / Math.max(1, sx))
      const clamped = [Math.min(source.height - 1, Math.max(0, row)), Math.min(source.width - 1, Math.max(0, column))]
      const i = clamped[0]! * source.width + clamped[1]!
      for (let c = 0; c < 3; c++) sums[c]! += weight * source.colour[i * 3 + c]! * source.alpha[i]!
      sums[3]! += weight * source.alpha[i]!
      total += weight
    }
  }
  const alpha = Math.max(0, Math.min(255, sums[3]! / total))
  return [...sums.slice(0, 3).map((sum) => Math.max(0, Math.min(255, sum / sums[3]!))), alpha]
}

describe('a cut-out at another size', () => {
  const source = pattern(61, 47)
  test.each([
    ['enlarged, over the edges of the canvas', { left: 3, top: 2, width: 40, height: 41 }, [-9, -7, 130, 190]],
    ['made smaller', { left: 0, top: 0, width: 61, height: 47 }, [5, 11, 22, 15]],
    ['stretched one way and squeezed the other', { left: 10, top: 0, width: 9, height: 47 }, [0, 3, 90, 20]],
  ] as const)('%s', (_, from, [left, top, width, height]) => {
    const to = { left, top, width, height }
    const within = { left: 2, top: 0, width: 95, height: 148 }
    const canvas = canvasOf(100, 150)
    resizeCutout(source, from, to, canvas, within)
    for (let i = 0; i < canvas.alpha.length; i += 7) {
      const [x, y] = [i % 100, Math.floor(i / 100)]
      const isIn = (box: Box): boolean =>
        x >= box.left && y >= box.top && x < box.left + box.width && y < box.top + box.height
      const covered = isIn(to) && isIn(within)
      const [r, g, b, a] = covered ? plainly(source, from, to, x, y) : [255, 255, 255, 0]
      expect(Math.abs(canvas.alpha[i]! - a!), `alpha at ${x}, ${y}`).toBeLessThanOrEqual(0.51)
      if (a! < 2 && covered) continue
      for (const [c, value] of [r, g, b].entries())
        expect(Math.abs(canvas.colour[i * 3 + c]! - value!), `colour at ${x}, ${y}`).toBeLessThanOrEqual(0.51)
    }
  })

  test('of fewer pixels than the kernel is wide', () => {
    const dot = { width: 1, height: 1, colour: Uint8Array.of(10, 20, 30), alpha: Uint8Array.of(200) }
    const canvas = canvasOf(3, 2)
    const all = { left: 0, top: 0, width: 3, height: 2 }
    resizeCutout(dot, { left: 0, top: 0, width: 1, height: 1 }, all, canvas, all)
    expect([...canvas.alpha]).toEqual(Array(6).fill(200))
    expect([...canvas.colour.subarray(0, 3)]).toEqual([10, 20, 30])
  })
})
