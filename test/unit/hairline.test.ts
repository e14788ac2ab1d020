import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { SHORT_HAIR } from '../../src/imaging/style/sitter/beard.js'
import { BROW_OUTLINES, EYE_OUTLINES } from '../../src/imaging/style/sitter/face-parts.js'
import { drawHairline } from '../../src/imaging/style/sitter/hairline.js'

const [WIDTH, HEIGHT, FACE] = [200, 240, 160]
const [TOP, BROWS, EYES] = [40, 100, 120]

/** An oval face around the middle of the picture, with level brows and eyes. */
function drawnFace() {
  const mesh = Array.from({ length: 478 }, () => ({ x: 100, y: 130, z: 0 }))
  for (const [k, index] of MESH.oval.entries()) {
    const angle = (2 * Math.PI * k) / MESH.oval.length
    mesh[index] = { x: 100 + 60 * Math.sin(angle), y: 120 - (FACE / 2) * Math.cos(angle), z: 0 }
  }
  mesh[MESH.chin] = { x: 100, y: TOP + FACE, z: 0 }
  const level = (outlines: readonly (readonly number[])[], y: number): void => {
    for (const index of outlines.flat()) mesh[index] = { x: mesh[index]!.x, y, z: 0 }
  }
  level(BROW_OUTLINES, BROWS)
  level(EYE_OUTLINES, EYES)
  return { mesh }
}

/** All of the colour of skin; striped as hair is where `striped` says. */
function hairlineOf(
  striped: (x: number, y: number) => boolean,
  isOff?: (x: number, y: number) => boolean,
  isDark?: (x: number, y: number) => boolean,
) {
  const colour = new Uint8Array(WIDTH * HEIGHT * 3).fill(160)
  const subject = new Float32Array(WIDTH * HEIGHT).fill(1)
  const [skin, hair] = [new Float32Array(WIDTH * HEIGHT).fill(1), new Float32Array(WIDTH * HEIGHT)]
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      if (striped(x, y) && (x >> 1) % 2 === 0) colour.fill(90, i * 3, i * 3 + 3)
      if (isOff?.(x, y)) skin[i] = 0
      if (isDark?.(x, y)) colour.fill(90, i * 3, i * 3 + 3)
    }
  }
  drawHairline(skin, hair, { width: WIDTH, height: HEIGHT, colour, subject }, drawnFace(), FACE)
  return {
    skinAt: (x: number, y: number) => skin[y * WIDTH + x]!,
    hairAt: (x: number, y: number) => hair[y * WIDTH + x]!,
  }
}

describe('the hairline', () => {
  it('follows a fringe below the top of the brows', () => {
    const { skinAt, hairAt } = hairlineOf((_, y) => y < 112)
    expect(hairAt(100, 98)).toBeGreaterThan(0.7)
    expect(skinAt(100, 98)).toBeLessThan(0.3)
    expect(skinAt(100, 128)).toBe(1)
  })

  it('takes no brows and glasses under a bare forehead for hair', () => {
    const { skinAt, hairAt } = hairlineOf((_, y) => y > BROWS - 4 && y < 130)
    for (let y = BROWS - 4; y < 130; y++) {
      expect(hairAt(100, y)).toBeLessThan(0.1)
      expect(skinAt(100, y)).toBeGreaterThan(0.9)
    }
  })

  it('takes a spot of another colour on a forehead for skin, but not a lock', () => {
    const isSpot = (x: number, y: number): boolean => Math.abs(x - 100) < 8 && Math.abs(y - 60) < 8
    expect(hairlineOf(() => false, isSpot).skinAt(100, 60)).toBeGreaterThan(0.9)
    expect(hairlineOf(isSpot, isSpot).skinAt(100, 60)).toBeLessThan(0.3)
  })

  it('takes a crown down the temples, round the face', () => {
    const isHair = (x: number, y: number): boolean => y < TOP - 2 || (y < EYES - 20 && Math.abs(x - 100) > 72)
    const { hairAt, skinAt } = hairlineOf(() => false, undefined, isHair)
    expect(hairAt(16, 70)).toBeGreaterThan(0.9)
    expect(skinAt(60, 70)).toBe(1)
  })

  it('takes a crown that is darker than the forehead for hair, unless hair is found there already', () => {
    const never = (): boolean => false
    const isCrown = (_: number, y: number): boolean => y < TOP - 2
    const alike = hairlineOf(never, undefined, isCrown)
    expect(alike.hairAt(100, 12)).toBeGreaterThan(0.9)
    expect(alike.skinAt(100, 12)).toBeLessThan(0.1)
    expect(alike.skinAt(100, 60)).toBe(1)
    expect(hairlineOf(never).skinAt(100, 12)).toBe(1)
    const known = hairlineOf(never, (x, y) => isCrown(x, y) && x > 80, isCrown)
    expect(known.skinAt(70, 12)).toBe(1)
    const shaded = hairlineOf(never, undefined, (x, y) => isCrown(x, y) && Math.abs(x - 100) < 8)
    expect(shaded.skinAt(100, 12)).toBeGreaterThan(0.9)
  })

  it('takes a throat in the shade for skin, but neither black hair before it nor what is below a beard', () => {
    const throatOf = (colour: readonly number[], beard = 0): number => {
      const [area, isThroat] = [WIDTH * HEIGHT, (i: number) => i >= (TOP + FACE) * WIDTH]
      const picture = Uint8Array.from({ length: 3 * area }, (_, at) =>
        isThroat(at / 3) ? colour[at % 3]! : [210, 160, 130][at % 3]!,
      )
      const skin = Float32Array.from({ length: area }, (_, i) => (isThroat(i) ? 0 : 1))
      const hair = new Float32Array(area).fill(beard)
      const subject = new Float32Array(area).fill(1)
      drawHairline(skin, hair, { width: WIDTH, height: HEIGHT, colour: picture, subject }, drawnFace(), FACE)
      return skin[(TOP + FACE + 15) * WIDTH + 100]!
    }
    const shaded = [84, 50, 33]
    expect(throatOf(shaded)).toBeGreaterThan(0.9)
    expect(throatOf(shaded, SHORT_HAIR)).toBeLessThan(0.1)
    expect(throatOf([30, 27, 28])).toBeLessThan(0.1)
  })
})
