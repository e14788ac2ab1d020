/** Scenery and coloured light, on a drawn person: what each of them promises. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import type { Canvas } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { paintStep, type Step } from '../../src/imaging/style/steps.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

type Rgb = [number, number, number]
const [WIDTH, HEIGHT] = [360, 440]
const scenes = new Map<string, Promise<Scene>>()

/** Steps leave it as it is, so that tests can share it. */
function sceneOf(person: Rgb = [150, 110, 90]): Promise<Scene> {
  const known = scenes.get(person.join()) ?? drawScene(person)
  scenes.set(person.join(), known)
  return known
}

async function drawScene(person: Rgb): Promise<Scene> {
  const { photo, alpha, face } = drawPortrait({
    width: WIDTH,
    height: HEIGHT,
    D: 80,
    person,
    background: [20, 220, 20],
  })
  return (await describeScene({ ...photo, alpha, faces: [face], seed: 3 }))(WIDTH, HEIGHT)
}

function paint(scene: Scene, step: Step): Canvas {
  const canvas = photoCanvas(scene)
  paintStep(canvas, scene, step)
  return canvas
}

const at = ({ colour, width }: Canvas, x: number, y: number): Rgb =>
  [...colour.subarray((Math.floor(y) * width + Math.floor(x)) * 3).subarray(0, 3)] as Rgb
const brightness = ([r, g, b]: Rgb): number => (r + g + b) / 3
describe('the old background', () => {
  const isGreen = ([r, g, b]: Rgb): boolean => g > 1.35 * r && g > 1.35 * b && g > 60

  it.each<Step>([
    { do: 'scenery', place: 'city' },
    { do: 'scenery', place: 'sunset' },
  ])('leaves no rim: $place', async (step) => {
    const canvas = paint(await sceneOf(), step)
    let green = 0
    for (let i = 0; i < WIDTH * HEIGHT; i++) if (isGreen(at(canvas, i % WIDTH, Math.floor(i / WIDTH)))) green++
    expect(green / (WIDTH * HEIGHT)).toBeLessThan(0.001)
  })
})

describe('without a subject', () => {
  const [HORIZON, SEA, MAST] = [200, 300, 180]

  /** A clear sky above dark land, with a mast, and a sea as light as the sky. */
  async function landscape(): Promise<Scene> {
    const colour = new Uint8Array(WIDTH * HEIGHT * 3)
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      const isMast = y > 60 && y < HORIZON && x === MAST
      colour.set(isMast || (y >= HORIZON && y < SEA) ? [40, 50, 30] : [150, 190, 230], i * 3)
    }
    const source = { width: WIDTH, height: HEIGHT, colour, alpha: undefined, faces: [], seed: 3 }
    return (await describeScene(source))(WIDTH, HEIGHT)
  }

  async function company(): Promise<Scene> {
    const { photo, face } = drawPortrait({ width: WIDTH, height: HEIGHT, D: 40 })
    return (await describeScene({ ...photo, alpha: undefined, faces: [face], seed: 3 }))(WIDTH, HEIGHT)
  }

  const GROUNDS: Step[] = [
    { do: 'scenery', place: 'city' },
    { do: 'scenery', place: 'sunset' },
    { do: 'background', kind: 'stars', colours: ['#16297a', '#ffe27a'], sky: true },
  ]

  it.each(GROUNDS)('the sky is the ground, and what is before it stays: $place $kind', async (step) => {
    const scene = await landscape()
    const canvas = paint(scene, step)
    expect(brightness(at(canvas, 40, 100))).toBeLessThan(160)
    expect(brightness(at(canvas, MAST, 120))).toBeLessThan(90)
    const land = (HORIZON + 2) * WIDTH * 3
    expect(canvas.colour.subarray(land)).toEqual(photoCanvas(scene).colour.subarray(land))
  })

  it.each(GROUNDS)('nothing is painted over people: $place $kind', async (step) => {
    const scene = await company()
    const canvas = paint(scene, step)
    for (const { x, y } of scene.faces[0]!.mesh) expect(at(canvas, x, y)).toEqual(at(photoCanvas(scene), x, y))
  })

  it('the ground of an exposure is everything but heads', async () => {
    const scene = await company()
    const nose = scene.faces[0]!.mesh[MESH.noseTip]!
    const canvas = paint(scene, { do: 'expose', ground: [0.1, 0.15] })
    expect(brightness(at(canvas, 20, 20))).toBeLessThan(brightness(at(photoCanvas(scene), 20, 20)) - 30)
    expect(at(canvas, nose.x, nose.y)).toEqual(at(photoCanvas(scene), nose.x, nose.y))
  })

  it('thin dark structures outlast the broadest wash, and no light is bare paper', async () => {
    const scene = await landscape()
    const canvas = paint(scene, { do: 'smooth', radius: 8 })
    paintStep(canvas, scene, { do: 'wash' })
    expect(brightness(at(canvas, MAST, 120))).toBeLessThan(0.6 * brightness(at(canvas, MAST + 12, 120)))
    const white = { width: 60, height: 60, colour: new Uint8Array(60 * 60 * 3).fill(255), alpha: undefined, faces: [] }
    const sheet = paint(await (await describeScene({ ...white, seed: 3 }))(60, 60), { do: 'wash' })
    for (let i = 0; i < 3600; i += 61) expect(Math.min(...at(sheet, i % 60, Math.floor(i / 60)))).toBeLessThan(246)
  })

  it.each([
    ['apart', true],
    ['whole', false],
  ] as const)('steps are for pictures with a sitter apart, or without: %s', async (kind, isApart) => {
    const step: Step = { do: 'grade', exposure: -1, for: kind }
    const isPainted = async (scene: Scene) => paint(scene, step).colour.some((value, i) => value !== scene.photo[i])
    expect(await isPainted(await sceneOf())).toBe(isApart)
    expect(await isPainted(await landscape())).toBe(!isApart)
  })
})

describe('dots for a ground', () => {
  it('leave the person as they are', async () => {
    const scene = await sceneOf()
    const [dotted, before] = [paint(scene, { do: 'halftone', inks: 'four', pitch: 6, subject: 0 }), photoCanvas(scene)]
    const changes = (isPerson: boolean): number =>
      scene.subject.filter(
        (own, i) => (isPerson ? own === 1 : own === 0) && dotted.colour[i * 3] !== before.colour[i * 3],
      ).length
    expect(changes(true)).toBe(0)
    expect(changes(false)).toBeGreaterThan(1000)
  })
})

describe('a background in part', () => {
  it('is no darker at the edge: what is no person does not get their colour', async () => {
    const scene = await sceneOf([40, 25, 20])
    const before = photoCanvas(scene)
    const after = paint(scene, { do: 'background', kind: 'plain', colours: ['#14dc14'], amount: 0.6 })
    let [edge, farthest] = [0, 0]
    for (let i = 0; i < scene.subject.length; i++) {
      if (scene.subject[i]! < 0.01 || scene.subject[i]! > 0.3) continue
      edge++
      farthest = Math.max(farthest, Math.abs(after.colour[i * 3 + 1]! - before.colour[i * 3 + 1]!))
    }
    expect(edge).toBeGreaterThan(50)
    expect(farthest).toBeLessThan(8)
  })
})

describe('light', () => {
  it('of two lamps falls on the side that faces each', async () => {
    const scene = await sceneOf()
    const canvas = paint(scene, { do: 'rimlight', colours: ['#ff0000', '#0000ff'], ambient: 0.5 })
    const y = scene.faces[0]!.mesh[1]!.y
    const inside = Array.from({ length: WIDTH }, (_, x) => x).filter(
      (x) => scene.subject[Math.floor(y) * WIDTH + x]! > 0.99,
    )
    const [left, right] = [at(canvas, inside[4]!, y), at(canvas, inside.at(-5)!, y)]
    expect(left[0] - left[2]).toBeGreaterThan(right[0] - right[2] + 40)
  })

  it('keeps the order of skin tones', async () => {
    const skin = async (person: Rgb): Promise<number> => {
      const scene = await sceneOf(person)
      const canvas = paint(scene, { do: 'rimlight', colours: ['#ff2fa8', '#19d3ff'], ambient: 0.6 })
      const { x, y } = scene.faces[0]!.mesh[1]!
      return brightness(at(canvas, x, y))
    }
    const [dark, medium, light] = [await skin([70, 46, 36]), await skin([150, 110, 90]), await skin([226, 190, 170])]
    expect(dark).toBeLessThan(medium - 15)
    expect(medium).toBeLessThan(light - 15)
  })
})
