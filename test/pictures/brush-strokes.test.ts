/** Painting with brushes: what one stroke leaves, and what a painted portrait keeps. */
import { beforeAll, describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { blur } from '../../src/imaging/raster/blur.js'
import { createBristles } from '../../src/imaging/style/media/painting/bristles.js'
import { emptyStroke, paintWith, type Stroke } from '../../src/imaging/style/media/painting/brush.js'
import { refineOnDetails } from '../../src/imaging/style/media/painting/details.js'
import { dots } from '../../src/imaging/style/media/painting/dots.js'
import { findGuide } from '../../src/imaging/style/media/painting/guide.js'
import { lightPaint } from '../../src/imaging/style/media/painting/light.js'
import { findStarts, type Layer } from '../../src/imaging/style/media/painting/plan.js'
import { finestAt } from '../../src/imaging/style/media/painting/sizes.js'
import { strokes } from '../../src/imaging/style/media/painting/strokes.js'
import { type Canvas, lumaPlane } from '../../src/imaging/style/pixels/canvas.js'
import { findStyle } from '../../src/imaging/style/recipes.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { ornament } from '../../src/imaging/style/scenery/ornament.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

describe('a stroke', () => {
  const SIZE = 64
  const smoothBrush = { tip: 'round', taper: 0, streaks: 0, dry: 0, rim: 0 } as const

  function drawn(points: readonly (readonly [number, number])[], changes: Partial<Stroke> = {}) {
    const painting = {
      width: SIZE,
      height: SIZE,
      colour: new Uint8ClampedArray(SIZE * SIZE * 3),
      thickness: new Float32Array(SIZE * SIZE),
    }
    const stroke = Object.assign(emptyStroke(), { count: points.length, radius: 5, red: 200, ...changes })
    for (const [k, [x, y]] of points.entries()) {
      stroke.x[k] = x
      stroke.y[k] = y
    }
    paintWith(painting, createBristles(1), smoothBrush, (draw) => draw(stroke))
    return {
      red: (x: number, y: number) => painting.colour[(y * SIZE + x) * 3]!,
      thickness: (x: number, y: number) => painting.thickness[y * SIZE + x]!,
    }
  }

  it('covers its path as widely as the brush, and nothing beyond', () => {
    const { red, thickness } = drawn([
      [16, 32],
      [48, 32],
    ])
    expect([red(32, 32), red(32, 36), red(32, 40), red(55, 32)]).toEqual([200, 200, 0, 0])
    expect(thickness(32, 32)).toBeGreaterThan(0)
    expect(thickness(32, 40)).toBe(0)
  })

  it('does not show where its segments overlap', () => {
    const bent = drawn(
      [
        [16, 16],
        [32, 32],
        [48, 16],
      ],
      { opacity: 0.5 },
    )
    expect(bent.red(31, 31)).toBe(bent.red(20, 20))
  })
})

describe('a painted portrait', () => {
  const oil = findStyle('oil-painting')!.steps.find((step) => step.do === 'strokes')!
  let scene: Scene
  beforeAll(async () => {
    const { photo, alpha, face } = drawPortrait({ width: 400, height: 500, D: 77, person: [120, 84, 66] })
    scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 7 }))(400, 500)
  })

  function meanChange({ colour }: Canvas, where: (i: number) => boolean): number {
    let [sum, count] = [0, 0]
    for (let i = 0; i < scene.subject.length; i++) {
      if (!where(i)) continue
      for (let c = i * 3; c < i * 3 + 3; c++) sum += Math.abs(colour[c]! - scene.photo[c]!)
      count += 3
    }
    expect(count).toBeGreaterThan(0)
    return sum / count
  }
  const meanOver = (places: readonly number[], plane: Float32Array): number =>
    places.reduce((sum, at) => sum + plane[at]!, 0) / places.length
  const onSkin = (i: number): boolean => scene.skin[i]! > 0.9
  const behind = (i: number): boolean => scene.subject[i]! === 0

  it('keeps eyes and mouth as they were, whatever the brush makes of skin', () => {
    const canvas = photoCanvas(scene)
    strokes.paint(canvas, scene, { ...oil, skin: 12, features: 12, jitter: 0.3 })
    expect(meanChange(canvas, (i) => scene.features[i]! > 0.8)).toBeLessThan(1)
    expect(meanChange(canvas, onSkin)).toBeGreaterThan(3)
  })

  it('has no motif beside the head', () => {
    const canvas = photoCanvas(scene)
    ornament.paint(canvas, scene, { gold: ['#808080', '#808080'], inlays: ['#ff0000'] })
    const { x, y } = scene.faces[0]!.mesh[1]!
    const awayFrom = (i: number): number => Math.hypot((i % 400) - x, Math.floor(i / 400) - y) / scene.faceHeight
    const marked = (where: (i: number) => boolean): number =>
      scene.subject.filter((_, i) => behind(i) && where(i) && canvas.colour[i * 3] !== canvas.colour[i * 3 + 1]).length
    expect(marked((i) => awayFrom(i) < 0.5)).toBe(0)
    expect(marked((i) => awayFrom(i) > 1.2)).toBeGreaterThan(1000)
  })

  it('takes the finest brushes to the features, coarser ones to skin, the coarsest behind', () => {
    const radii = finestAt(scene, { behind: 12, subject: 5, hair: 3, skin: 3, features: 1 })
    const meanOf = (where: (i: number) => boolean): number => {
      const found = radii.filter((_, i) => where(i))
      return found.reduce((sum, radius) => sum + radius, 0) / found.length
    }
    const features = meanOf((i) => scene.features[i]! > 0.75)
    const skin = meanOf((i) => onSkin(i) && scene.features[i]! < 0.1)
    expect(features).toBeLessThan(skin)
    expect(skin).toBeLessThan(meanOf(behind))
  })

  it('takes finer brushes to lines and small things on the subject, nowhere else', () => {
    const canvas = { ...photoCanvas(scene), colour: new Uint8ClampedArray(scene.photo.length).fill(120) }
    const inside = scene.subject.findIndex((share, i) => share === 1 && scene.subject[i + 8] === 1)
    const outside = scene.subject.findIndex((share, i) => share === 0 && scene.subject[i + 8] === 0)
    for (const at of [inside, outside]) canvas.colour.fill(250, at * 3, (at + 4) * 3)
    const radii = new Float32Array(scene.subject.length).fill(6)
    refineOnDetails(radii, canvas, scene)
    expect(radii[inside + 2]).toBeLessThan(5)
    expect(radii[outside + 2]).toBe(6)
    const plain = { ...canvas, colour: canvas.colour.map(() => 120) }
    const calm = new Float32Array(radii.length).fill(6)
    refineOnDetails(calm, plain, scene)
    expect(new Set(calm)).toEqual(new Set([6]))
  })

  it('begins each place with a brush that is not too coarse for it', () => {
    const painting = { ...photoCanvas(scene), thickness: new Float32Array(scene.subject.length) }
    const layer = (radius: number, coarser: number): Layer => ({
      radius,
      coarser,
      reference: painting.colour,
      guide: findGuide(painting, scene, { swirl: 0, swirlSize: 100, slant: 0 }, { coarsest: 20, finest: 2 }),
      finest: scene.subject.map((share) => (share > 0 ? 2 : 12)),
      tolerance: 50,
      skin: scene.skin,
      spacing: 1,
    })
    const coarse = findStarts(painting, layer(20, Number.POSITIVE_INFINITY), 1)
    painting.thickness.set(scene.subject.map((share) => 1 - share))
    const fine = findStarts(painting, layer(8, 20), 1)
    expect([coarse.length, fine.length].every((count) => count > 20)).toBe(true)
    expect(meanOver(coarse, scene.subject), 'coarse strokes on the sitter').toBeLessThan(0.1)
    expect(meanOver(fine, scene.subject), 'finer ones there').toBeGreaterThan(0.9)
  })

  it('lays paint thinner on small figures', async () => {
    const { photo, alpha, face } = drawPortrait({ width: 400, height: 500, D: 20, person: [120, 84, 66] })
    const small = await (await describeScene({ ...photo, alpha, faces: [face], seed: 7 }))(400, 500)
    const contrastOn = (shown: Scene): number => {
      const colour = new Uint8ClampedArray(shown.photo.length).fill(120)
      const thickness = shown.subject.map((_, i) => (i % 8 < 4 ? 1 : 0))
      lightPaint({ width: 400, height: 500, colour, thickness }, shown, { relief: 1, onSkin: 1, gloss: 0, ridges: 0 })
      const at = shown.subject.lastIndexOf(1)
      const row = colour.subarray((at - 24) * 3, at * 3)
      return Math.max(...row) - Math.min(...row)
    }
    expect(contrastOn(small)).toBeLessThan(contrastOn(scene) * 0.7)
  })

  it('keeps the colours of subject and background apart', () => {
    const canvas = photoCanvas(scene)
    strokes.paint(canvas, scene, { ...oil, jitter: 0, hueJitter: 0, relief: 0, streaks: 0 })
    expect(canvas.colour).not.toEqual(photoCanvas(scene).colour)
    expect(meanChange(canvas, onSkin)).toBeLessThan(8)
    expect(meanChange(canvas, behind)).toBeLessThan(8)
  })

  it('leaves nothing of the sitter beside them, where no fine brush comes by', () => {
    const canvas = photoCanvas(scene)
    const beside = blur(scene.subject, scene.width, scene.height, 4)
    for (let at = 0; at < canvas.colour.length; at++)
      canvas.colour[at] = scene.subject[Math.floor(at / 3)]! > 0.5 ? 30 : 220
    const broad = { coarsest: 60, behind: 40, subject: 10, hair: 8 }
    strokes.paint(canvas, scene, { ...oil, ...broad, jitter: 0, hueJitter: 0, relief: 0 })
    let strays = 0
    for (let i = 0; i < beside.length; i++) if (beside[i]! < 0.002 && canvas.colour[i * 3 + 1]! < 180) strays += 1
    expect(strays).toBe(0)
  })

  it('in dots has the picture’s colours from afar', () => {
    const canvas = photoCanvas(scene)
    const paints = ['#ffffff', '#e03020', '#f0c030', '#208040', '#2040b0', '#101020']
    dots.paint(canvas, scene, { paints })
    const mean = (colour: ArrayLike<number>, c: number): number => {
      let sum = 0
      for (let at = c; at < colour.length; at += 3) sum += colour[at]!
      return sum / (colour.length / 3)
    }
    for (let c = 0; c < 3; c++) expect(Math.abs(mean(canvas.colour, c) - mean(scene.photo, c))).toBeLessThan(25)
    expect(meanChange(canvas, onSkin)).toBeGreaterThan(10)
  })

  it('in dots has no light and dark spots on a face', () => {
    const canvas = photoCanvas(scene)
    dots.paint(canvas, scene, { paints: ['#ffffff', '#e03020', '#208040', '#101020'] })
    const luma = lumaPlane(canvas.colour)
    const spots = luma.reduce((sum, value, i) => sum + (onSkin(i) ? Math.abs(value - scene.luma[i]!) : 0), 0)
    expect(spots / scene.skin.filter((_, i) => onSkin(i)).length).toBeLessThan(0.05)
  })

  it('has gold around the face, never on it', () => {
    const gilded = photoCanvas(scene)
    ornament.paint(gilded, scene, { gold: ['#a8741c', '#f8dc82'], inlays: ['#3a2208'] })
    expect(meanChange(gilded, onSkin)).toBe(0)
    expect(meanChange(gilded, behind)).toBeGreaterThan(20)
  })

  it('has gold as a frame where nobody stands apart, and heads before that', () => {
    const face = scene.faces[0]!
    const { x, y } = face.mesh[MESH.noseTip]!
    const faces = [{ mesh: face.mesh.map((point) => ({ ...point, y: point.y - y })) }]
    const gilded = photoCanvas(scene)
    const whole = { ...scene, faces, hasSubject: false }
    ornament.paint(gilded, whole, { gold: ['#00ff00', '#00ff00'], inlays: ['#00ff00'] })
    const changeAt = (at: number): number => Math.abs(gilded.colour[at * 3 + 1]! - scene.photo[at * 3 + 1]!)
    expect(changeAt(Math.round(x))).toBe(0)
    expect(changeAt((scene.height - 1) * scene.width)).toBeGreaterThan(20)
  })
})
