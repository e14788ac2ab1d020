/** How far a face stands out, between the points of its mesh and beyond its rim. */
import { expect, it } from 'vitest'
import { faceDepth } from '../../src/imaging/style/sitter/face-depth.js'

const SIZE = { width: 40, height: 40 }
const corner = (x: number, y: number) => ({ x, y, z: 10 })
const mesh = [corner(40, 40), corner(120, 40), corner(120, 120), corner(40, 120), { x: 80, y: 80, z: -30 }]

it('rises to the tip, in pixels of the copy, and goes on level beyond the rim', () => {
  const { height, share } = faceDepth({ mesh }, SIZE, 0.25, 0)
  const at = (plane: Float32Array, x: number, y: number): number => plane[y * SIZE.width + x]!
  expect(at(height, 20, 20)).toBeGreaterThan(9)
  expect(at(height, 15, 20)).toBeCloseTo(5.5, 0)
  expect(at(share, 20, 20)).toBe(1)
  expect(at(share, 5, 5)).toBe(0)
  const flat = { mesh: mesh.map((point) => ({ ...point, z: point.x === 80 ? 10 : 0 })) }
  const soft = faceDepth(flat, SIZE, 0.25, 1.5)
  expect(at(soft.share, 8, 20)).toBeLessThan(0.3)
  expect(at(soft.height, 8, 20)).toBeGreaterThan(2)
})
