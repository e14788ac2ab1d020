/** What becomes of faces that are small, in the shade of others, or painted on a small canvas. */
import { expect, it } from 'vitest'
import type { Face } from '../../src/imaging/detect/faces/find-faces.js'
import { eyeMiddles, MESH } from '../../src/imaging/detect/faces/mesh.js'
import { lengthOf, middleOf } from '../../src/imaging/raster/point.js'
import { paper } from '../../src/imaging/style/finish/paper.js'
import { keepSmallFaces } from '../../src/imaging/style/finish/small-faces.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { FOREHEAD } from '../../src/imaging/style/sitter/face-parts.js'
import { faceHeightOf } from '../../src/imaging/style/sitter/face-regions.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

/** A drawn person with black pupils, `scale` times as large as the first. */
async function sceneOf(scale: number): Promise<Scene> {
  const { photo, alpha, face } = drawPortrait({ width: 150 * scale, height: 180 * scale, D: 40 * scale, hair: 0.2 })
  for (const { x, y } of Object.values(face.pupils))
    for (let down = -scale; down <= scale; down++)
      for (let across = -scale; across <= scale; across++)
        photo.colour.set([10, 10, 10], (Math.round(y + down) * photo.width + Math.round(x + across)) * 3)
  return (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
}

/** A canvas on which the eyes are lost: all green. */
function greenOver(scene: Scene) {
  const canvas = photoCanvas(scene)
  for (let at = 0; at < canvas.colour.length; at += 3) canvas.colour.set([80, 160, 100], at)
  return canvas
}

it('a small face gets its eyes back', async () => {
  const scene = await sceneOf(1)
  const canvas = photoCanvas(scene)
  const [ink, paper] = [
    [110, 30, 10],
    [220, 200, 170],
  ] as const
  for (let i = 0; i < scene.luma.length; i++) canvas.colour.set(i % 3 === 0 ? ink : paper, i * 3)
  const { x, y } = eyeMiddles(scene.faces[0]!.mesh).left
  const at = (Math.round(y) * scene.width + Math.round(x)) * 3
  const before = [...canvas.colour.subarray(at, at + 3)]
  keepSmallFaces(canvas, scene)
  expect(canvas.colour[at + 1]).toBeLessThan(before[1]! - 25)
  expect([...canvas.colour.subarray(0, 6)], 'the wall').toEqual([...ink, ...paper])
})

it('a large face is left to its medium', async () => {
  const scene = await sceneOf(5)
  const canvas = greenOver(scene)
  keepSmallFaces(canvas, scene)
  expect(canvas.colour.every((value, at) => value === [80, 160, 100][at % 3])).toBe(true)
})

it('of two people each is lit as if alone', async () => {
  const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
  const [width, height] = [600, 360]
  const dim = (value: number, x: number): number => (x < 300 ? value : value * 0.4)
  const pair = { width, height, colour: new Uint8Array(width * height * 3), alpha: new Uint8Array(width * height) }
  for (let i = 0; i < pair.alpha.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const from = y * 300 + (x % 300)
    pair.alpha[i] = alpha[from]!
    // The lower half of both faces is in the shade.
    const shade = y > 178 ? 0.6 : 1
    for (let c = 0; c < 3; c++) pair.colour[i * 3 + c] = dim(photo.colour[from * 3 + c]! * shade, x)
  }
  const moved: Face = { ...face, mesh: face.mesh.map((point) => ({ ...point, x: point.x + 300 })) }
  const lit = async (faces: readonly Face[], shown: Uint8Array): Promise<number> => {
    const { luma } = await (await describeScene({ ...pair, alpha: shown, faces, seed: 1 }, 1))(width, height)
    const { x, y } = middleOf(moved.mesh[FOREHEAD]!, moved.mesh[MESH.chin]!)
    return luma.reduce((sum, value, i) => {
      const away = lengthOf((i % width) - x, Math.floor(i / width) - y)
      return away < 0.4 * faceHeightOf(face) ? sum + value : sum
    }, 0)
  }
  const onlyOne = pair.alpha.map((value, i) => (i % width < 300 ? 0 : value))
  expect((await lit([face, moved], pair.alpha)) / (await lit([moved], onlyOne))).toBeCloseTo(1, 1)
})

it('a face in the background is no sitter, unless all are there', async () => {
  const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
  const behind: Face = { ...face, mesh: face.mesh.map((point) => ({ ...point, x: point.x / 8, y: point.y / 8 })) }
  const found = async (faces: readonly Face[]) =>
    (await (await describeScene({ ...photo, alpha, faces, seed: 1 }))(photo.width, photo.height)).faces.length
  expect(await found([face, behind])).toBe(1)
  expect(await found([behind])).toBe(1)
})

it('where the matte has left out company, nothing is background', async () => {
  const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
  const beside: Face = { ...face, mesh: face.mesh.map((point) => ({ ...point, x: point.x - photo.width })) }
  const source = { ...photo, alpha, faces: [face, beside], seed: 1 }
  const scene = await (await describeScene(source))(photo.width, photo.height)
  expect([scene.hasSubject, scene.faces.length]).toEqual([false, 2])
})

it('canvas on a small picture has threads of several pixels, no screen', async () => {
  const scene = await sceneOf(1)
  const canvas = greenOver(scene)
  paper.paint(canvas, scene, { kind: 'canvas', amount: 1 })
  const apart = (step: number): number => {
    let sum = 0
    for (let i = 0; i < scene.width * 100 - step; i++)
      sum += Math.abs(canvas.colour[i * 3]! - canvas.colour[(i + step) * 3]!)
    return sum
  }
  expect(apart(2)).toBeGreaterThan(apart(1))
})
