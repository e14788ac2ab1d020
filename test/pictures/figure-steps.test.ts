/** Steps that draw a face anew, on a drawn person whose points are known. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { distanceOf, type Point } from '../../src/imaging/raster/point.js'
import { tone } from '../../src/imaging/style/finish/tone.js'
import { featureColours, skinRamp } from '../../src/imaging/style/media/grid/cell-palette.js'
import { type Cells, PART } from '../../src/imaging/style/media/grid/cells.js'
import { contoursOf } from '../../src/imaging/style/media/print/contours.js'
import { lumaPlane, type Rgb } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { eyeColoursOf } from '../../src/imaging/style/sitter/eye-colours.js'
import { outlineOf } from '../../src/imaging/style/sitter/face-outline.js'
import { BROWS, NOSE } from '../../src/imaging/style/sitter/face-parts.js'
import { glasses } from '../../src/imaging/style/sitter/glasses.js'
import { headPartsOf } from '../../src/imaging/style/sitter/head-parts.js'
import { surfaceOf } from '../../src/imaging/style/sitter/surface.js'
import { type Drawing, drawPortrait } from '../fixtures/drawn-portrait.js'

const scenes = new Map<string, Promise<Scene>>()

/** Steps leave it as it is, so that tests can share it. */
function sceneOf(drawing: Drawing = {}): Promise<Scene> {
  const name = JSON.stringify(drawing)
  const known = scenes.get(name) ?? drawScene(drawing)
  scenes.set(name, known)
  return known
}

async function drawScene(drawing: Drawing): Promise<Scene> {
  const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, ...drawing })
  return (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
}

const lumaAt = (colour: Uint8ClampedArray, { width }: Scene, { x, y }: Point): number =>
  lumaPlane(
    colour.subarray((Math.floor(y) * width + Math.floor(x)) * 3, (Math.floor(y) * width + Math.floor(x)) * 3 + 3),
  )[0]!

describe('hair of the colour of skin', () => {
  it('is told from skin by its strands', async () => {
    const hairAbove = async (striped: boolean): Promise<number> => {
      const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
      const top = face.mesh[10]!
      // Lighter and darker by an eighth: the hue is that of the skin.
      const end = Math.floor(top.y) * photo.width * 3
      for (let at = 0; striped && at < end; at++) photo.colour[at]! *= Math.floor(at / 3) % 4 < 2 ? 0.88 : 1.12
      const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
      const { hair } = headPartsOf(scene)
      return hair[Math.round(top.y - 14) * photo.width + Math.round(top.x)]!
    }
    expect(await hairAbove(true)).toBeGreaterThan(0.8)
    expect(await hairAbove(false)).toBeLessThan(0.2)
  })

  it('is not a bald head, however ruddy', async () => {
    const hairAbove = async (striped: boolean): Promise<number> => {
      const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
      const top = face.mesh[10]!
      for (let at = 0; at < Math.floor(top.y) * photo.width * 3; at++) {
        const ruddy = at % 3 === 0 ? 1 : at % 3 === 1 ? 0.86 : 0.7
        photo.colour[at]! *= ruddy * (striped && Math.floor(at / 3) % 4 < 2 ? 0.8 : 1)
      }
      const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
      return headPartsOf(scene).hair[Math.round(top.y - 14) * photo.width + Math.round(top.x)]!
    }
    expect(await hairAbove(false)).toBeLessThan(0.2)
    expect(await hairAbove(true)).toBeGreaterThan(0.8)
  })
})

describe('a smile', () => {
  it('has two lips with teeth between them, and no line where lips would meet', async () => {
    const lipsOf = async (lipGap: number) => {
      const { faces } = await sceneOf({ lipGap })
      return contoursOf(faces[0]!).filter(({ part }) => part === 'lips').length
    }
    expect(await lipsOf(0)).toBe(3)
    expect(await lipsOf(0.2)).toBe(4)
  })
})

describe('irises', () => {
  it('of a pair are alike, whatever glasses mirror in one of them', async () => {
    const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80 })
    const { x, y } = face.pupils.left
    for (let dy = -6; dy <= 6; dy++)
      for (let dx = -6; dx <= 6; dx++)
        photo.colour.set([40, 200, 60], ((Math.round(y) + dy) * photo.width + Math.round(x) + dx) * 3)
    const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
    const { eyes: pair } = outlineOf(scene.faces[0]!)
    const [one, other] = pair.map((eye) => eyeColoursOf(eye, pair, scene).iris)
    expect(one).toEqual(other)
  })
})

describe('a dark spot on the forehead', () => {
  it('is no hair, unlike a fringe that hangs down to it', async () => {
    const hairAt = async (from: number): Promise<number> => {
      const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
      const top = face.mesh[10]!
      for (let y = Math.max(0, Math.floor(top.y + from)); y < top.y + 22; y++)
        for (let x = Math.floor(top.x - 7); x < top.x + 7; x++)
          photo.colour.set([20, 16, 14], (y * photo.width + x) * 3)
      // Hair above the forehead.
      for (let y = 0; y < top.y - 4; y++)
        for (let x = 0; x < photo.width; x++)
          if (alpha[y * photo.width + x]! > 128) photo.colour.set([20, 16, 14], (y * photo.width + x) * 3)
      const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
      return headPartsOf(scene).hair[Math.round(top.y + 14) * photo.width + Math.round(top.x)]!
    }
    expect(await hairAt(8)).toBeLessThan(0.1)
    expect(await hairAt(-20)).toBeGreaterThan(0.5)
  })
})

describe('an island in skin', () => {
  it('is a warm shadow, unless it has a colour that skin never has', async () => {
    const skinAt = async (colour: Rgb): Promise<number> => {
      const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, person: [200, 150, 120] })
      const chin = face.mesh[MESH.chin]!
      const [x, y] = [Math.floor(chin.x) - 30, Math.floor(chin.y) + 75]
      for (let row = -7; row < 7; row++) {
        for (let column = -7; column < 7; column++) photo.colour.set(colour, ((y + row) * photo.width + x + column) * 3)
      }
      const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
      return headPartsOf(scene).skin[y * photo.width + x]!
    }
    expect(await skinAt([190, 105, 20])).toBeGreaterThan(0.8)
    expect(await skinAt([30, 60, 160])).toBeLessThan(0.2)
  })
})

describe('tone', () => {
  it('of skin does not depend on the new background', async () => {
    const scene = await sceneOf()
    const skinBefore = async (wall: number): Promise<number> => {
      const canvas = photoCanvas(scene)
      for (let i = 0; i < scene.subject.length; i++)
        if (scene.subject[i]! < 0.5) canvas.colour.fill(wall, i * 3, i * 3 + 3)
      tone.paint(canvas, scene, { skin: 1, hair: 0, scale: 0.3 })
      return lumaAt(canvas.colour, scene, scene.faces[0]!.mesh[MESH.noseTip]!)
    }
    expect(Math.abs((await skinBefore(255)) - (await skinBefore(0)))).toBeLessThan(0.02)
  })
})

describe('light', () => {
  it('falls on a round surface: its edges face away from the middle', async () => {
    const scene = await sceneOf()
    const { x, z } = surfaceOf(scene)
    const row = Math.floor(scene.faces[0]!.mesh[MESH.noseTip]!.y) * scene.width
    const inside = Array.from({ length: scene.width }, (_, k) => k).filter((k) => scene.subject[row + k]! > 0.5)
    const [left, right] = [row + inside[1]!, row + inside.at(-2)!]
    expect(x[left]!).toBeLessThan(-0.3)
    expect(x[right]!).toBeGreaterThan(0.3)
    expect(z[row + inside[inside.length >> 1]!]!).toBeGreaterThan(0.9)
  })
})

describe('glasses', () => {
  it('are not invented', async () => {
    const scene = await sceneOf()
    const canvas = photoCanvas(scene)
    glasses.paint(canvas, scene, {})
    expect(Buffer.compare(Buffer.from(canvas.colour), scene.photo)).toBe(0)
  })

  it('are drawn where the rims are, if a bar joins them', async () => {
    const rimOf = async (bar: boolean): Promise<number> => {
      const { photo, alpha, face } = drawPortrait({ width: 600, height: 720, D: 170 })
      // The drawn mesh has its nose and brows in one point.
      const mesh = face.mesh.slice()
      const [root, bridge] = [NOSE.root, NOSE.bridge[2]]
      const eyes = face.mesh[MESH.rightEye.outer]!.y
      for (const [index, y] of [[root, eyes - 5] as const, [bridge, eyes + 17] as const])
        mesh[index] = { ...face.mesh[index]!, y }
      for (const index of [...BROWS.right.lower, ...BROWS.left.lower])
        mesh[index] = { ...face.mesh[index]!, y: eyes - 26 }
      const lenses = [MESH.rightEye, MESH.leftEye].map(({ outer, inner }) => {
        const [a, b] = [face.mesh[outer]!, face.mesh[inner]!]
        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, width: distanceOf(a, b) }
      })
      const ink = ({ x, y }: Point): void => {
        for (let dy = -1; dy <= 2; dy++) {
          const at = ((Math.floor(y) + dy) * photo.width + Math.floor(x) - 1) * 3
          photo.colour.fill(20, at, at + 4 * 3)
        }
      }
      for (const { x, y, width } of lenses) {
        for (let turn = 0; turn < 2 * Math.PI; turn += 0.01)
          ink({ x: x + 0.85 * width * Math.cos(turn), y: y + 0.56 * width * Math.sin(turn) })
      }
      const [right, left] = lenses as [(typeof lenses)[0], (typeof lenses)[0]]
      for (let x = right.x + 0.85 * right.width; bar && x < left.x - 0.85 * left.width; x++) ink({ x, y: right.y })
      const scene = await (await describeScene({ ...photo, alpha, faces: [{ ...face, mesh }], seed: 1 }))(
        photo.width,
        photo.height,
      )
      const canvas = { ...photoCanvas(scene), colour: new Uint8ClampedArray(scene.photo.length).fill(255) }
      glasses.paint(canvas, scene, {})
      const below = (reach: number): number =>
        lumaAt(canvas.colour, scene, { x: left.x, y: left.y + reach * left.width })
      return Math.min(...[0.5, 0.53, 0.56, 0.59, 0.62].map(below))
    }
    expect(await rimOf(true)).toBeLessThan(0.4)
    expect(await rimOf(false)).toBe(1)
  })
})

describe('teeth in a mouth of few cells', () => {
  it('are seen although there are gaps between them, and an open mouth is dark', async () => {
    const scene = await sceneOf()
    const lip: Rgb = [170, 90, 80]
    const [tooth, gap, throat]: [Rgb, Rgb, Rgb] = [
      [190, 165, 120],
      [60, 40, 30],
      [70, 34, 30],
    ]
    const mouthOf = (...mouth: Rgb[]): number => {
      const colours = [...mouth, lip, lip, ...Array.from({ length: 30 }, (): Rgb => [200, 160, 130])]
      const part = colours.map((_, i) =>
        i < mouth.length ? PART.mouth : i < mouth.length + 2 ? PART.lowerLip : PART.skin,
      )
      const cells = { colour: Float32Array.from(colours.flat()), part: Uint8Array.from(part) } as unknown as Cells
      return lumaPlane(Uint8Array.from(featureColours(cells, scene, skinRamp(cells)).get(PART.mouth)!))[0]!
    }
    expect(mouthOf(tooth, gap, tooth, gap)).toBeGreaterThan(0.7)
    expect(mouthOf(throat, throat, throat)).toBeLessThan(0.3)
  })
})
