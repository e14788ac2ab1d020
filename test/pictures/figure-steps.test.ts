/** What steps know of a face, on a drawn person whose points are known. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { distanceOf, middleOf, type Point } from '../../src/imaging/raster/point.js'
import { tone } from '../../src/imaging/style/finish/tone.js'
import { workedOut } from '../../src/imaging/style/media/drawing/open-edge.js'
import { engrave } from '../../src/imaging/style/media/print/engrave.js'
import { lumaPlane, type Rgb } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { LIPS } from '../../src/imaging/style/sitter/face-parts.js'
import { dropSpecks } from '../../src/imaging/style/sitter/head-lines.js'
import { sheetOf } from '../../src/imaging/style/sitter/sheet.js'
import { lightOf } from '../../src/imaging/style/sitter/surface.js'
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
    const [x, z] = [lightOf(scene, (across) => across, 0), lightOf(scene, (_x, _y, towards) => towards, 0)]
    const row = Math.floor(scene.faces[0]!.mesh[MESH.noseTip]!.y) * scene.width
    const inside = Array.from({ length: scene.width }, (_, k) => k).filter((k) => scene.subject[row + k]! > 0.5)
    const [left, right] = [row + inside[1]!, row + inside.at(-2)!]
    expect(x[left]!).toBeLessThan(-0.3)
    expect(x[right]!).toBeGreaterThan(0.3)
    expect(z[row + inside[inside.length >> 1]!]!).toBeGreaterThan(0.9)
  })
})

describe('an engraving', () => {
  it('has the same rosette behind the sitter, whatever was there', async () => {
    const behind = async (wall: (x: number, y: number) => number): Promise<Uint8ClampedArray> => {
      const scene = await sceneOf()
      const luma = scene.luma.map((value, i) =>
        scene.subject[i]! > 0 ? value : wall(i % scene.width, Math.floor(i / scene.width)),
      )
      const canvas = photoCanvas(scene)
      canvas.colour.fill(128)
      engrave.paint(canvas, { ...scene, luma }, {})
      return canvas.colour
    }
    const [checked, plain] = [await behind((x, y) => ((x >> 5) + (y >> 5)) % 2), await behind(() => 0.8)]
    expect(checked.findIndex((value, at) => value !== plain[at])).toBe(-1)
  })
})

describe('crumbs', () => {
  it('of lines are dropped outside features, and long lines stay', () => {
    const width = 100
    const ink = new Float32Array(width * 30)
    const [crumb, line, lash] = [5 * width + 10, 15 * width + 10, 25 * width + 10]
    ink.fill(1, crumb, crumb + 5)
    ink.fill(1, line, line + 40)
    ink.fill(1, lash, lash + 5)
    dropSpecks(ink, { width }, 12, new Float32Array(ink.length).fill(1, 24 * width))
    expect([ink[crumb], ink[line], ink[lash]]).toEqual([0, 1, 1])
  })
})

describe('an open sheet', () => {
  it('has heads worked out up to its border, and clothes not', async () => {
    const scene = await sceneOf()
    const worked = workedOut(scene, 1)
    const ofHead = worked.filter((_, i) => Math.max(scene.skin[i]!, scene.hair[i]!) > 0.5)
    expect(ofHead.length).toBeGreaterThan(0)
    expect(ofHead.every((share) => share === 1)).toBe(true)
    expect(worked.at(-1)).toBeLessThan(0.2)
  })
})

describe('the sheet of a sitter', () => {
  /** With a mouth that is 40 pixels wide and `open` high, of which `teeth` paints the inside. */
  async function smiling(paintTeeth: (column: number, row: number) => Rgb, open = 10): Promise<Scene> {
    const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80 })
    const mesh = [...face.mesh]
    const { x, y } = mesh[MESH.lips[0]![0]]!
    const place = (indices: readonly number[], below: number): void => {
      for (const [k, index] of indices.entries()) mesh[index] = { x: x - 20 + 4 * k, y: y + below, z: 0 }
    }
    for (const [indices, below] of [
      [LIPS.upperOuter, -5],
      [LIPS.upperInner, 0],
      [LIPS.lowerInner, open],
      [LIPS.lowerOuter, open + 6],
    ] as const)
      place(indices, below)
    const paint = (column: number, row: number, colour: Rgb): void =>
      photo.colour.set(colour, ((Math.round(y) + row) * photo.width + Math.round(x) - 20 + column) * 3)
    for (let column = 0; column < 40; column++) {
      for (let row = -5; row < open + 6; row++)
        paint(column, row, row >= 0 && row < open ? paintTeeth(column, row) : [150, 80, 75])
    }
    return (await describeScene({ ...photo, alpha, faces: [{ ...face, mesh }], seed: 1 }))(photo.width, photo.height)
  }
  const mouthOf = async (paintTeeth: (column: number) => Rgb): Promise<number[]> => {
    const scene = await smiling(paintTeeth)
    const { x, y } = scene.faces[0]!.mesh[LIPS.upperInner[5]]!
    const { teeth } = sheetOf(scene)
    const row = (Math.round(y) + 5) * scene.width + Math.round(x)
    return Array.from({ length: 25 }, (_, k) => teeth[row - 12 + k]!)
  }

  it('has teeth as one shape, with a hint of the gaps between them', async () => {
    const teeth = await mouthOf((column) => (column % 8 === 0 ? [60, 40, 36] : [225, 215, 195]))
    expect(Math.max(...teeth)).toBeGreaterThan(0.9)
    expect(Math.min(...teeth)).toBeGreaterThan(0.4)
    expect(Math.min(...teeth)).toBeLessThan(0.7)
  })

  it('has none between lips that are hardly parted', async () => {
    const { teeth } = sheetOf(await smiling(() => [225, 215, 195], 4))
    expect(teeth.some((share) => share > 0)).toBe(false)
  })

  it('has them end at a thin lip, above which lit skin is within the mouth of the mesh', async () => {
    const scene = await smiling((_, row) => (row < 4 ? [228, 184, 146] : [225, 205, 165]))
    const { x, y } = scene.faces[0]!.mesh[LIPS.upperInner[5]]!
    const { teeth } = sheetOf(scene)
    const at = (row: number): number => teeth[(Math.round(y) + row) * scene.width + Math.round(x)]!
    expect(at(7)).toBeGreaterThan(0.8)
    expect(at(1)).toBeLessThan(0.2)
  })

  it('has none in a dark mouth', async () => {
    expect(Math.max(...(await mouthOf(() => [70, 30, 28])))).toBe(0)
  })

  /** Ink of the lower rims, where glasses would have them. */
  const rimsOf = async (areWorn: boolean): Promise<number> => {
    const { photo, alpha, face } = drawPortrait({ width: 600, height: 720, D: 170 })
    const eyes = [MESH.rightEye, MESH.leftEye].map(({ outer, inner }) => {
      const [a, b] = [face.mesh[outer]!, face.mesh[inner]!]
      return { ...middleOf(a, b), reach: distanceOf(a, b) }
    })
    const rim = ({ x, y, reach }: (typeof eyes)[number], turn: number): Point => ({
      x: x + 0.85 * reach * Math.cos(turn),
      y: y + 0.56 * reach * Math.sin(turn),
    })
    for (const eye of eyes) {
      for (let turn = 0; areWorn && turn < 2 * Math.PI; turn += 0.01) {
        const { x, y } = rim(eye, turn)
        for (let dy = -1; dy <= 1; dy++) {
          const at = ((Math.floor(y) + dy) * photo.width + Math.floor(x) - 1) * 3
          photo.colour.fill(20, at, at + 9)
        }
      }
    }
    const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
    const { lines } = sheetOf(scene)
    const inkAt = ({ x, y }: Point): number => lines[Math.floor(y) * scene.width + Math.floor(x)]!
    return Math.max(...eyes.flatMap((eye) => [1.3, 1.5, 1.7].map((turn) => inkAt(rim(eye, turn)))))
  }

  it('has the frames of glasses that are worn, and no others', async () => {
    expect(await rimsOf(true)).toBeGreaterThan(0.5)
    expect(await rimsOf(false)).toBe(0)
  })
})
