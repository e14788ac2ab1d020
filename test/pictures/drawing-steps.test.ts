/** Hatching, contours, inked lines and washes, on pictures so simple that it is known what they must look like. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { changed, kernels } from '../../src/imaging/kernels/room.js'
import { separate } from '../../src/imaging/style/media/drawing/pencil-box.js'
import { across } from '../../src/imaging/style/media/print/screen.js'
import { lumaPlane } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas } from '../../src/imaging/style/scene.js'
import { paintStep, type Step } from '../../src/imaging/style/steps.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'
import { latticeIndex } from '../oracles/hatching.js'

const SIDE = 200
/** The brightness of a picture given by grey values, painted with one step; `unit`: as coarsely as on larger pictures. */
async function painted(grey: (x: number, y: number) => number, step: Step, unit?: number): Promise<Float32Array> {
  const colour = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => {
    const i = Math.floor(at / 3)
    return grey(i % SIDE, Math.floor(i / SIDE))
  })
  const source = { width: SIDE, height: SIDE, colour, alpha: undefined, faces: [], seed: 3 }
  const scene = await (await describeScene(source))(SIDE, SIDE)
  const canvas = photoCanvas(scene)
  paintStep(canvas, { ...scene, unit: unit ?? scene.unit }, step)
  return lumaPlane(canvas.colour)
}

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const MIDDLE: Area = { left: 60, top: 60, right: 140, bottom: 140 }

function valuesIn(luma: Float32Array, { left, top, right, bottom }: Area): number[] {
  const values: number[] = []
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) values.push(luma[y * SIDE + x]!)
  return values
}

const meanIn = (luma: Float32Array, area: Area): number => {
  const values = valuesIn(luma, area)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

describe('hatching', () => {
  const step: Step = { do: 'hatch', layers: 5, spacing: 10, width: 5, range: [0, 1], paper: '#ffffff' }

  it.each([0.35, 0.6, 0.85])('brings the tone %d with strokes', async (tone) => {
    const luma = await painted(() => tone * 255, step)
    expect(meanIn(luma, MIDDLE)).toBeGreaterThan(tone - 0.12)
    expect(meanIn(luma, MIDDLE)).toBeLessThan(tone + 0.12)
    const values = valuesIn(luma, MIDDLE)
    expect(Math.max(...values) - Math.min(...values), 'strokes and paper between them').toBeGreaterThan(0.1)
  })

  it('leaves white paper alone', async () => {
    const luma = await painted(() => 255, step)
    expect(Math.min(...luma)).toBe(1)
  })

  it('heightens what is brighter than toned paper', async () => {
    const luma = await painted(() => 250, { ...step, do: 'hatch', paper: '#b0a080', heighten: '#ffffff' })
    expect(meanIn(luma, MIDDLE)).toBeGreaterThan(0.75)
  })
})

describe('pen and ink', () => {
  const step: Step = { do: 'pen', pitch: 40, range: [0, 1] }

  it('is black or paper, with little between, and has the tone of the photo', async () => {
    for (const grey of [90, 130, 190]) {
      const luma = await painted(() => grey, step)
      expect(Math.abs(meanIn(luma, MIDDLE) - grey / 255), `${grey}`).toBeLessThan(0.12)
      const values = valuesIn(luma, MIDDLE)
      expect(values.filter((value) => value > 0.3 && value < 0.8).length / values.length).toBeLessThan(0.35)
    }
  })

  it('leaves white paper alone, and covers black', async () => {
    expect(Math.min(...(await painted(() => 255, step)))).toBeGreaterThan(0.99)
    expect(Math.max(...valuesIn(await painted(() => 0, step), MIDDLE))).toBeLessThan(0.1)
  })
})

describe('lines across a picture', () => {
  it('cover their share on average, however fine they are and wherever pixels lie', () => {
    for (const spacing of [2.3, 2.7, 4]) {
      for (const covered of [0.05, 0.4, 0.9, 1]) {
        const [ink, flat] = [new Float32Array(SIDE ** 2), new Float32Array(SIDE ** 2)]
        const shares = flat.slice().fill(covered)
        kernels.ruleLines(changed(ink), shares, flat, SIDE, SIDE, ...across(30, spacing), 0, 1 / spacing)
        const sum = ink.reduce((all, value) => all + value, 0) / SIDE ** 2
        expect(sum).toBeCloseTo(covered, 2)
      }
    }
  })
})

describe('a box of pencils', () => {
  const box = [
    [200, 60, 50],
    [40, 80, 160],
  ] as const
  const separation = separate(box, [255, 255, 255])
  const amounts = (r: number, g: number, b: number) => separation.map((plane) => plane[latticeIndex(r, g, b)]!)

  it('needs none for paper, and one for its own colour', () => {
    expect(Math.max(...amounts(255, 255, 255))).toBeLessThan(0.05)
    const [red, blue] = amounts(...box[0])
    expect(red).toBeGreaterThan(0.85)
    expect(blue).toBeLessThan(0.1)
  })

  it('mixes what it does not have', () => {
    for (const amount of amounts(31, 19, 31)) expect(amount).toBeGreaterThan(0.5)
  })

  it('draws black with the darkest alone: red, green and blue strokes would be speckles', () => {
    const black = [[38, 36, 44], ...box, [63, 127, 74]] as const
    const mixture = separate(black, [255, 255, 255]).map((plane) => plane[latticeIndex(30, 30, 32)]!)
    expect(mixture[0]).toBeGreaterThan(0.8)
    expect(Math.max(...mixture.slice(1))).toBeLessThan(0.15)
  })
})

it('a box of pencils for skin draws its shadows in brown, and only the deepest in black', () => {
  const box = [
    [39, 37, 39],
    [100, 56, 36],
    [191, 118, 80],
  ] as const
  const separation = separate(box, [255, 255, 255], true)
  const blackIn = (r: number, g: number, b: number): number => separation[0]![latticeIndex(r, g, b)]!
  expect(blackIn(95, 62, 48)).toBeLessThan(0.1)
  expect(blackIn(30, 25, 25)).toBeGreaterThan(0.3)
})

it('and a cool shine on skin in peach, not in rose', () => {
  const [peach, rose] = separate(
    [
      [246, 204, 174],
      [204, 80, 100],
    ],
    [255, 255, 255],
    true,
  ).map((plane) => plane[latticeIndex(130, 128, 138)]!)
  expect(rose! / peach!).toBeLessThan(0.2)
})

describe('contours', () => {
  const disc = (x: number, y: number): number => (Math.hypot(x - 100, y - 100) < 50 ? 60 : 220)

  it('run along the border of a shape, and nowhere else', async () => {
    const luma = await painted(disc, { do: 'contours', width: 2, grain: 0 }, 1)
    let [near, far] = [0, 0]
    for (let i = 0; i < luma.length; i++) {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
      const distance = Math.abs(Math.hypot(x - 100, y - 100) - 50)
      const ink = Math.abs(disc(x, y) / 255 - luma[i]!)
      if (distance < 6) near += ink
      if (distance > 14) far += ink
    }
    expect(near).toBeGreaterThan(40)
    expect(far).toBeLessThan(near * 0.02)
  })
})

describe('a wash', () => {
  const step: Step = { do: 'wash' }
  const luma = painted((x) => (x < 100 ? 100 : 250), step)

  it('dries darker at its rim than in its middle', async () => {
    const rim = Math.min(...valuesIn(await luma, { left: 95, top: 90, right: 100, bottom: 110 }))
    expect(rim).toBeLessThan(meanIn(await luma, { left: 40, top: 90, right: 60, bottom: 110 }) - 0.02)
  })

  it('leaves what is light to the paper, which is stained where all of it is painted', async () => {
    const light = meanIn(await luma, { left: 120, top: 20, right: 180, bottom: 180 })
    expect(light).toBeGreaterThan(0.84)
    expect(light).toBeLessThan(0.97)
  })
})

describe('the eyes of a dark face', () => {
  it('stay darker than the skin around them', async () => {
    const { photo, alpha, face } = drawPortrait({ width: 200, height: 250, D: 40, person: [74, 50, 38] })
    const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 3 }))(200, 250)
    const canvas = photoCanvas(scene)
    paintStep(canvas, scene, { do: 'hatch', range: [0.2, 1] })
    const luma = lumaPlane(canvas.colour)
    const around = (x: number, y: number): number => {
      let sum = 0
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += luma[(y + dy) * 200 + x + dx]!
      return sum / 9
    }
    const [x, y] = [Math.round(face.pupils.left.x), Math.round(face.pupils.left.y)]
    expect(around(x, y)).toBeLessThan(around(x, y + 13) - 0.05)
  })
})

describe('inked lines', () => {
  /** Skin that grows darker from left to right, with a fold across it; as dark as `tone` says. */
  const portrait = (tone: number) => {
    const { photo, alpha, face } = drawPortrait({ width: SIDE, height: SIDE, D: 60 })
    const colour = new Uint8Array(photo.colour.length)
    const { mesh } = face
    const fold = Math.round(mesh[MESH.noseTip]!.y) - 45
    for (let i = 0; i < alpha.length; i++) {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
      const shade = (1.2 - (0.4 * x) / SIDE) * (Math.abs(y - fold) < 2 ? 0.75 : 1)
      for (const [c, channel] of [220, 160, 130].entries()) colour[i * 3 + c] = channel * tone * shade * 0.8
    }
    return { fold, middle: mesh[MESH.noseTip]!.x, source: { ...photo, colour, alpha, faces: [face], seed: 3 } }
  }

  it.each([1, 0.35])('draws a fold, and a closed outline, at the tone %d', async (tone) => {
    const { fold, middle, source } = portrait(tone)
    const scene = await (await describeScene(source))(SIDE, SIDE)
    const canvas = { width: SIDE, height: SIDE, colour: new Uint8ClampedArray(SIDE * SIDE * 3).fill(255) }
    paintStep(canvas, scene, { do: 'inking', width: 4 })
    const luma = lumaPlane(canvas.colour)
    const darkest = (x: number, from: number, to: number): number =>
      Math.min(...Array.from({ length: to - from }, (_, k) => luma[(from + k) * SIDE + Math.round(x)]!))
    expect(darkest(middle, fold - 4, fold + 4), 'fold').toBeLessThan(0.4)
    for (let row = 60; row < 90; row += 5) {
      const edge = source.alpha.subarray(row * SIDE, (row + 1) * SIDE).findIndex((value) => value > 127)
      const beside = luma.subarray(row * SIDE + edge - 4, row * SIDE + edge + 4)
      expect(Math.min(...beside), `outline in row ${row}`).toBeLessThan(0.4)
    }
  })
})

describe('exposing for paper', () => {
  const step: Step = { do: 'lighten', black: 0.25, spread: 2 }

  it('spreads what is dark, and leaves the order of tones, and white', async () => {
    const luma = await painted((x) => (x < 180 ? x / 3 : 250), step)
    const [black, dark, white] = [luma[0]!, luma[179]!, luma[190]!]
    expect(black).toBeGreaterThan(0.24)
    expect(dark - black).toBeGreaterThan((1.5 * 60) / 255)
    expect(white).toBeGreaterThan(dark)
    expect(white).toBeCloseTo(250 / 255, 1)
  })

  it('keeps the hue of what it lightens', async () => {
    const colour = Uint8Array.from({ length: 64 * 64 * 3 }, (_, at) => [200, 100, 0][at % 3]!)
    const source = { width: 64, height: 64, colour, alpha: undefined, faces: [], seed: 3 }
    const scene = await (await describeScene(source))(64, 64)
    const canvas = photoCanvas(scene)
    paintStep(canvas, scene, step)
    const [r, g, b] = canvas.colour as unknown as [number, number, number]
    expect(r).toBeGreaterThan(200)
    expect((g - b) / (r - b)).toBeCloseTo(0.5, 1)
  })
})
