/** What grades, exposure and lamps do to a drawn person. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { changed, hold } from '../../src/imaging/kernels/room.js'
import { expose } from '../../src/imaging/style/finish/expose.js'
import { grade } from '../../src/imaging/style/finish/grade.js'
import { hues } from '../../src/imaging/style/finish/hues.js'
import { keylight } from '../../src/imaging/style/finish/keylight.js'
import { likeness } from '../../src/imaging/style/finish/likeness.js'
import { keepOwnColours } from '../../src/imaging/style/finish/own-colours.js'
import { type Canvas, lumaOf } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { EYE_OUTLINES } from '../../src/imaging/style/sitter/face-parts.js'
import { fillLight } from '../../src/imaging/style/sitter/fill-light.js'
import { sheetOf } from '../../src/imaging/style/sitter/sheet.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

/** `change` may repaint the drawn photo before it is looked at. */
async function sceneOf(
  change: (colour: Uint8Array, x: number, y: number, at: number) => void,
  fill = 0,
): Promise<Scene> {
  const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
  const { width, height, colour } = photo
  for (let i = 0; i < width * height; i++) change(colour, i % width, Math.floor(i / width), i * 3)
  return (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }, fill))(width, height)
}

const unchanged = (): void => undefined

function chromaAt({ colour }: Canvas, i: number): number {
  const [r, g, b] = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
  const luma = lumaOf(r, g, b)
  return Math.hypot(r - luma, g - luma, b - luma)
}

/** Mean brightness of skin on each side of the nose. */
function sidesOf({ colour }: Canvas, { skin, faces, width }: Scene): { left: number; right: number } {
  const middle = faces[0]!.mesh[MESH.noseTip]!.x
  const sums = { left: [0, 0], right: [0, 0] } as Record<'left' | 'right', [number, number]>
  for (let i = 0; i < skin.length; i++) {
    const side = sums[i % width < middle ? 'left' : 'right']
    side[0] += lumaOf(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!) * skin[i]!
    side[1] += skin[i]!
  }
  return { left: sums.left[0] / sums.left[1], right: sums.right[0] / sums.right[1] }
}

it('a rich grade does not turn skin orange, but makes other colours as rich as asked', async () => {
  const scene = await sceneOf(unchanged)
  const canvas = photoCanvas(scene)
  for (let at = 0; at < canvas.colour.length; at += 3) canvas.colour.set([220, 140, 80], at)
  grade.paint(canvas, scene, { saturation: 1.5 })
  const cheek = scene.skin.findIndex((share) => share > 0.99)
  const behind = scene.subject.indexOf(0)
  expect(chromaAt(canvas, cheek)).toBeLessThan(70)
  expect(chromaAt(canvas, behind)).toBeGreaterThan(120)
})

it('the white of an eye is lightened by what light it has: in the shade it does not glow', async () => {
  const [EYE, WIDE, HIGH] = [{ x: 130, y: 150 }, 16, 8]
  const whiteOf = async (light: number): Promise<number> => {
    const scene = await sceneOf((colour, x, _, at) => {
      colour.fill(x < EYE.x ? light : light / 2, at, at + 3)
    })
    const [face] = scene.faces
    const mesh = face!.mesh.slice()
    for (const [k, point] of EYE_OUTLINES[0]!.entries()) {
      const turn = (2 * Math.PI * k) / EYE_OUTLINES[0]!.length
      mesh[point] = { x: EYE.x + WIDE * Math.cos(turn), y: EYE.y + HIGH * Math.sin(turn), z: 0 }
    }
    const canvas = photoCanvas(scene)
    const painted = { ...scene, faces: [{ ...face!, mesh }] }
    likeness.paint(canvas, painted, { lines: 0, teeth: 0, whites: 1 })
    return canvas.colour[3 * (scene.width * EYE.y + EYE.x - WIDE / 2) + 1]!
  }
  expect(await whiteOf(160)).toBeGreaterThan(200)
  expect(await whiteOf(70)).toBeGreaterThan(75)
  expect(await whiteOf(70)).toBeLessThan(120)
})

it('a lamp stands where the photo’s light comes from, and skin keeps its mean tone', async () => {
  for (const lit of ['left', 'right'] as const) {
    const scene = await sceneOf((colour, x, _y, at) => {
      const factor = x < 150 === (lit === 'left') ? 1 : 0.9
      for (let c = at; c < at + 3; c++) colour[c]! *= factor
    })
    const canvas = photoCanvas(scene)
    const before = sidesOf(canvas, scene)
    keylight.paint(canvas, scene, { shadow: 0.2 })
    const after = sidesOf(canvas, scene)
    const shadow = lit === 'left' ? 'right' : 'left'
    expect(after[shadow] / after[lit]).toBeLessThan(0.8 * (before[shadow] / before[lit]))
    expect(Math.abs(after.left + after.right - before.left - before.right) / 2).toBeLessThan(25)
  }
})

it('a patch of shade that no form explains is evened before a drawing, while a side in shade stays', async () => {
  const shaded = async (factorAt: (x: number, y: number) => number) => {
    const scene = await sceneOf((colour, x, y, at) => {
      for (let c = at; c < at + 3; c++) colour[c]! *= factorAt(x, y)
    })
    const canvas = photoCanvas(scene)
    const before = { ...canvas, colour: canvas.colour.slice() }
    expose.paint(canvas, scene, { even: 1, furthest: 0 })
    return { scene, before, canvas }
  }
  const patch = await shaded((x, y) => 1 - 0.3 * Math.exp(-((x - 150) ** 2 + (y - 105) ** 2) / 900))
  const contrast = ({ colour }: Canvas): number => colour[(105 * 300 + 150) * 3]! / colour[(185 * 300 + 180) * 3]!
  expect(contrast(patch.before)).toBeLessThan(0.75)
  expect(contrast(patch.canvas)).toBeGreaterThan(0.82)
  const side = await shaded((x) => 0.75 + (0.5 * x) / 300)
  const across = (canvas: Canvas): number => {
    const { left, right } = sidesOf(canvas, side.scene)
    return right / left - 1
  }
  expect(across(side.before)).toBeGreaterThan(0.1)
  expect(across(side.canvas) / across(side.before)).toBeGreaterThan(0.7)
})

it.each([
  ['dark', 0.45, 0.1],
  ['burnt out', 1.6, -0.1],
])(
  'a %s face is exposed towards the range of a print, and stays so; the wall has its own',
  async (_name, factor, moved) => {
    const scene = await sceneOf((colour, _x, _y, at) => {
      for (let c = at; c < at + 3; c++) colour[c] = Math.min(255, colour[c]! * factor)
    })
    const canvas = photoCanvas(scene)
    const tones = (): number => (sidesOf(canvas, scene).left + sidesOf(canvas, scene).right) / 2 / 255
    const before = tones()
    expose.paint(canvas, scene, { face: [0.45, 0.5], ground: [0.25, 0.4] })
    expect(Math.abs(tones() - before - moved)).toBeLessThan(0.04)
    const wall = scene.subject.indexOf(0) * 3
    const tone = lumaOf(canvas.colour[wall]!, canvas.colour[wall + 1]!, canvas.colour[wall + 2]!) / 255
    expect(tone).toBeGreaterThan(0.2)
    expect(tone).toBeLessThan(0.45)
  },
)

it('hair keeps its hue under a tint, as dark as that made it, and the wall does not', async () => {
  const scene = await sceneOf((colour, _x, y, at) => {
    if (y < 95) colour.set([150, 80, 50], at)
  })
  const canvas = photoCanvas(scene)
  for (let at = 0; at < canvas.colour.length; at += 3) canvas.colour.set([0, 60, 80], at)
  hues.paint(canvas, scene, { hair: 1, teeth: 0 })
  // In the midst of the hair: at its rim the old background may show through.
  const strands = [...scene.hair.keys()].filter((i) => scene.hair[i]! > 0.9)
  const hair = strands[strands.length >> 1]! * 3
  const [r, g, b] = canvas.colour.subarray(hair, hair + 3) as unknown as [number, number, number]
  expect(r).toBeGreaterThan(b + 15)
  expect(lumaOf(r, g, b)).toBeCloseTo(lumaOf(0, 60, 80), -1)
  const wall = scene.subject.indexOf(0) * 3
  expect([...canvas.colour.subarray(wall, wall + 3)]).toEqual([0, 60, 80])
})

it('clothes are no hair, not even in its colour', async () => {
  const dark = [30, 26, 24]
  for (const cloth of [dark, [240, 240, 240]]) {
    const scene = await sceneOf((colour, _x, y, at) => {
      if (y < 95) colour.set(dark, at)
      if (y > 232) colour.set(cloth, at)
    })
    const clothes = scene.hair.subarray(240 * scene.width)
    expect(clothes.every((share) => share < 0.25)).toBe(true)
    expect(scene.hair.some((share) => share > 0.8)).toBe(true)
  }
})

it('a beard is hair and no skin, while a shadow on the chin stays skin', async () => {
  const chinOf = async (colour: readonly number[]) => {
    const scene = await sceneOf((pixels, x, y, at) => {
      if (Math.abs(x - 150) < 22 && y > 205 && y < 225) pixels.set(colour, at)
    })
    const i = 215 * scene.width + 150
    return { skin: scene.skin[i]!, hair: scene.hair[i]! }
  }
  const [beard, shadow] = [await chinOf([52, 40, 34]), await chinOf([105, 60, 36])]
  expect(beard.skin).toBeLessThan(0.1)
  expect(beard.hair).toBeGreaterThan(0.3)
  expect(shadow.skin).toBeGreaterThan(0.25)
  expect(shadow.hair).toBeLessThan(0.1)
})

it('the shade along a jaw is no beard', async () => {
  const rimFrom = async (top: number) => {
    const scene = await sceneOf((pixels, _, y, at) => {
      if (y > top && y < 232) for (let c = at; c < at + 3; c++) pixels[c]! *= 0.72
    })
    return scene.hair[216 * scene.width + 150]!
  }
  expect(await rimFrom(211)).toBeLessThan(0.1)
  expect(await rimFrom(180)).toBeGreaterThan(0.15)
})

it('nor is the shade of one side of a face', async () => {
  const darkTo = async (right: number) => {
    const scene = await sceneOf((pixels, x, y, at) => {
      if (x < right && y > 180 && y < 232) pixels.set([46, 40, 38], at)
    })
    return scene.hair[216 * scene.width + 130]!
  }
  expect(await darkTo(150)).toBeLessThan(0.1)
  expect(await darkTo(300)).toBeGreaterThan(0.2)
})

it('a thin rim beside an eye becomes a line where a bridge over the nose tells of glasses, and only there', async () => {
  const { faces } = await sceneOf(() => undefined)
  const { mesh } = faces[0]!
  const [inner, other, outer] = [mesh[133]!, mesh[362]!, mesh[33]!]
  const under = Math.round(inner.y) + 14
  const rimsWith = async (bridge: boolean): Promise<number> => {
    const scene = await sceneOf((colour, x, y, at) => {
      const isRim = y === under && x > outer.x - 12 && x < outer.x + 14
      const isBridge = bridge && y === Math.round(inner.y) - 4 && x > inner.x && x < other.x
      if (isBridge) colour.set([60, 50, 50], at)
      if (isRim) colour.set([110, 98, 95], at)
    })
    const { lines } = sheetOf(scene)
    const beside = Math.round(outer.x)
    return Math.max(...[-1, 0, 1].map((dy) => lines[(under + dy) * scene.width + beside]!))
  }
  expect(await rimsWith(true)).toBeGreaterThan(0.5)
  expect(await rimsWith(false)).toBeLessThan(0.3)
})

it('a beard stays as dark as it is under a fill light, while a shadow of skin is lifted', async () => {
  const [beard, shade] = [
    [24, 22, 22],
    [104, 68, 50],
  ]
  const scene = await sceneOf((colour, x, y, at) => {
    if (y > 175 && y < 215) colour.set(x < 150 ? beard : shade, at)
  }, 1)
  const luma = (x: number): number => scene.luma[190 * scene.width + x]! * 255
  expect(luma(130)).toBeLessThan(35)
  expect(luma(170)).toBeGreaterThan(85)
})

it('the old wall is not seen at the edge of hair', async () => {
  const [wall, hair] = [
    [20, 190, 210],
    [90, 50, 40],
  ]
  const { photo, alpha, face } = drawPortrait({ width: 600, height: 720, D: 150, hair: 0.25 })
  const { colour, width } = photo
  const top = alpha.indexOf(255)
  const edge = top - 2 * width
  for (let i = 0; i < alpha.length; i++) {
    if (i >= edge - 20 && i <= edge + 20) alpha[i] = 128
    const share = alpha[i]! / 255
    if (i < top + 75 * width) for (let c = 0; c < 3; c++) colour[i * 3 + c] = hair[c]! * share + wall[c]! * (1 - share)
  }
  const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(width, photo.height)
  const canvas = photoCanvas(scene)
  const [mixedRed, , mixedBlue] = canvas.colour.subarray(edge * 3)
  expect(mixedRed).toBeLessThan(mixedBlue!)
  keepOwnColours(canvas, scene)
  const [red, , blue] = canvas.colour.subarray(edge * 3)
  expect(red).toBeGreaterThan(blue!)
})

describe('a fill light', () => {
  const [width, height] = [60, 60]
  const inside = (x: number, y: number, side: number): boolean => Math.abs(x - 30) < side && Math.abs(y - 30) < side
  const grey = (x: number, y: number): number => (inside(x, y, 1) ? 10 : inside(x, y, 12) ? 60 : 160)
  const photo = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const i = Math.floor(at / 3)
    return grey(i % width, Math.floor(i / width))
  })
  const luma = Float32Array.from({ length: width * height }, (_, i) => photo[i * 3]! / 255)
  const lit = (skin: number, amount: number): Uint8Array => {
    const picture = photo.slice()
    const planes = { luma, skin: luma.map(() => skin), features: luma.map(() => 0) }
    hold({ photo: changed(picture), ...planes }, (held) => fillLight(held, { width, height, faceHeight: 100 }, amount))
    return picture
  }
  const at = (colours: Uint8Array, x: number, y: number): number => colours[(y * width + x) * 3]!

  it('lifts a deep shadow on skin, and leaves what is light and what is dark itself', () => {
    const face = lit(1, 1)
    expect(at(face, 24, 24)).toBeGreaterThan(95)
    expect(at(face, 5, 5)).toBe(160)
    expect(at(face, 30, 30)).toBeLessThan(at(face, 24, 24) / 3)
  })

  it('falls on skin alone', () => {
    expect(Buffer.compare(lit(0, 1), photo)).toBe(0)
    expect(Buffer.compare(lit(1, 0), photo)).toBe(0)
  })
})
