/** Scenery and coloured light, on a drawn person: what each of them promises. */
import { describe, expect, it } from 'vitest'
import { filled } from '../../src/imaging/kernels/room.js'
import type { Canvas } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { findNearness } from '../../src/imaging/style/sitter/nearness.js'
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

describe('without a person', () => {
  it.each<Step>([
    { do: 'scenery', place: 'city' },
    { do: 'scenery', place: 'sunset' },
  ])('the lights of a place shine over the picture: $place', async (step) => {
    const source = {
      width: 90,
      height: 110,
      colour: new Uint8Array(90 * 110 * 3).fill(40),
      alpha: undefined,
      faces: [],
      seed: 3,
    }
    const { colour } = paint(await (await describeScene(source))(90, 110), step)
    expect(Math.min(...colour)).toBeGreaterThanOrEqual(40)
    expect(Math.max(...colour)).toBeGreaterThan(120)
  })

  it.each<Step>([
    { do: 'scenery', place: 'city' },
    { do: 'scenery', place: 'sunset' },
  ])('only the glow of a place falls on faces: $place', async (step) => {
    const { photo, face } = drawPortrait({ width: WIDTH, height: HEIGHT, D: 80 })
    const source = { ...photo, colour: photo.colour.slice().fill(40), alpha: undefined, faces: [face], seed: 3 }
    const { colour } = paint(await (await describeScene(source))(WIDTH, HEIGHT), step)
    const most = (values: Uint8ClampedArray): number => values.reduce((max, value) => Math.max(max, value), 0)
    const isLast = (i: number): boolean => Math.floor(i / 3) % WIDTH === WIDTH - 1
    const steps = colour.map((value, i) => (isLast(i) ? 0 : Math.abs(value - colour[i + 3]!)))
    expect(most(colour)).toBeGreaterThan(60)
    expect(most(steps)).toBeLessThan(6)
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

describe('nearness', () => {
  it('is whole on the person and falls to nothing away from it', async () => {
    const scene = await sceneOf()
    const near = new Float32Array(scene.subject.length)
    findNearness(scene, scene.subject, filled(near))
    const y = Math.floor(scene.faces[0]!.mesh[1]!.y)
    const row = near.subarray(y * WIDTH, (y + 1) * WIDTH)
    const inside = Array.from(row).filter((_, x) => scene.subject[y * WIDTH + x]! > 0.5)
    expect(Math.min(...inside)).toBeGreaterThan(0.99)
    const right = Array.from(row.subarray(WIDTH >> 1))
    expect(right.every((value, x) => x === 0 || value <= right[x - 1]! + 1e-6)).toBe(true)
    expect(near[0]).toBe(0)
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
