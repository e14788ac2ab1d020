/** Styles made of pieces and light, on a drawn person: what each of them promises. */
import { describe, expect, it } from 'vitest'
import { placeStones } from '../../src/imaging/style/media/mosaic/andamento.js'
import type { Canvas } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { EYE_OUTLINES } from '../../src/imaging/style/sitter/face-parts.js'
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

/** The drawn person has a few points per eye only, and no whites: here the lids are whole, with white around the iris. */
async function drawScene(person: Rgb): Promise<Scene> {
  const { photo, alpha, face } = drawPortrait({
    width: WIDTH,
    height: HEIGHT,
    D: 80,
    person,
    background: [20, 220, 20],
  })
  const mesh = [...face.mesh]
  for (const [k, pupil] of [face.pupils.left, face.pupils.right].entries()) {
    for (const [i, index] of EYE_OUTLINES[k]!.entries()) {
      const turn = Math.PI + (i / 16) * 2 * Math.PI * (k === 0 ? 1 : -1) + (k === 0 ? 0 : Math.PI)
      mesh[index] = { x: pupil.x + 11 * Math.cos(turn), y: pupil.y + 6 * Math.sin(turn), z: 0 }
    }
    for (let dy = -6; dy <= 6; dy++) {
      for (let dx = -11; dx <= 11; dx++) {
        if ((dx / 11) ** 2 + (dy / 6) ** 2 > 1 || Math.hypot(dx, dy) < 5) continue
        photo.colour.set([226, 222, 216], ((Math.round(pupil.y) + dy) * WIDTH + Math.round(pupil.x) + dx) * 3)
      }
    }
  }
  const source = { width: WIDTH, height: HEIGHT, colour: photo.colour, alpha, faces: [{ ...face, mesh }], seed: 3 }
  return (await describeScene(source))(WIDTH, HEIGHT)
}

function paint(scene: Scene, step: Step): Canvas {
  const canvas = photoCanvas(scene)
  paintStep(canvas, scene, step)
  return canvas
}

const at = ({ colour, width }: Canvas, x: number, y: number): Rgb =>
  [...colour.subarray((Math.floor(y) * width + Math.floor(x)) * 3).subarray(0, 3)] as Rgb
const brightness = ([r, g, b]: Rgb): number => (r + g + b) / 3
const coloursIn = ({ colour }: Canvas): Set<string> => {
  const found = new Set<string>()
  for (let i = 0; i < colour.length; i += 3) found.add(colour.subarray(i, i + 3).join())
  return found
}

/** The eye is readable: a dark pupil in it, white beside the iris. */
function expectEye(canvas: Canvas, scene: Scene): void {
  const { x, y } = scene.faces[0]!.pupils.left
  const around: number[] = []
  for (let dy = -5; dy <= 5; dy++)
    for (let dx = -10; dx <= 10; dx++) around.push(brightness(at(canvas, x + dx, y + dy)))
  expect(Math.min(...around)).toBeLessThan(60)
  expect(Math.max(...around)).toBeGreaterThan(170)
}

describe('pieces keep the eyes', () => {
  it.each<Step>([{ do: 'pixels' }, { do: 'tesserae' }])('$do', async (step) => {
    const scene = await sceneOf()
    expectEye(paint(scene, step), scene)
  })
})

describe('the old background', () => {
  const isGreen = ([r, g, b]: Rgb): boolean => g > 1.35 * r && g > 1.35 * b && g > 60

  it.each<Step>([{ do: 'pixels' }, { do: 'scenery', place: 'city' }, { do: 'scenery', place: 'sunset' }])(
    'leaves no rim: $do $place',
    async (step) => {
      const canvas = paint(await sceneOf(), step)
      let green = 0
      for (let i = 0; i < WIDTH * HEIGHT; i++) if (isGreen(at(canvas, i % WIDTH, Math.floor(i / WIDTH)))) green++
      expect(green / (WIDTH * HEIGHT)).toBeLessThan(0.001)
    },
  )
})

describe('pixel art', () => {
  it('has few colours, and every cell exactly one', async () => {
    const scene = await sceneOf()
    const canvas = paint(scene, { do: 'pixels' })
    const side = Math.max(4, Math.round(scene.faceHeight / 58))
    expect(coloursIn(canvas).size).toBeLessThanOrEqual(40)
    for (let y = 0; y + side <= HEIGHT; y += side) {
      for (let x = 0; x + side <= WIDTH; x += side) {
        expect(at(canvas, x + side - 1, y + side - 1)).toEqual(at(canvas, x, y))
      }
    }
  })
})

describe('a mosaic', () => {
  it('has stones everywhere, the smallest in the eyes', async () => {
    const scene = await sceneOf()
    const stones = placeStones(scene)
    const { x, y } = scene.faces[0]!.pupils.left
    const nearest = stones.toSorted((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0]!
    expect(nearest.side).toBe(Math.min(...stones.map(({ side }) => side)))
    const covered = stones.reduce((sum, { side }) => sum + side * side, 0)
    expect(covered / (WIDTH * HEIGHT)).toBeGreaterThan(0.85)
    for (const { dx, dy } of stones) expect(Math.hypot(dx, dy)).toBeCloseTo(1, 3)
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

describe('a double exposure', () => {
  it('shows paper around the person, and the face more than the landscape', async () => {
    const scene = await sceneOf()
    const canvas = paint(scene, { do: 'exposure' })
    expect(at(canvas, 2, 2)).toEqual([0xf1, 0xee, 0xe8])
    const { x, y } = scene.faces[0]!.mesh[1]!
    const [r, , b] = at(canvas, x, y)
    expect(r).toBeGreaterThan(b)
  })
})
