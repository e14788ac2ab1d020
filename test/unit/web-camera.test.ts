/** Before the shutter: where the guides lie, and which hint follows from what is measured. */
import { describe, expect, test } from 'vitest'
import { listIdPhotoFormats } from '../../src/http/catalog.js'
import type { FaceMeasures, Spec } from '../../web/src/api/types.js'
import { chooseHint } from '../../web/src/pages/playground/camera/choose-hint.js'
import { sittingGuide } from '../../web/src/pages/playground/camera/sitting-guide.js'

const { specs } = listIdPhotoFormats()
const PICTURES = [
  { width: 1280, height: 720 },
  { width: 1080, height: 1920 },
]

test('the guides of every format lie inside the picture, however the camera is held', () => {
  for (const spec of specs) {
    for (const picture of PICTURES) {
      const { window, oval, eyes } = sittingGuide(spec, picture)
      expect(window.width / window.height, spec.id).toBeCloseTo(spec.width_px / spec.height_px)
      expect(Math.min(window.left, window.top, oval.x - oval.rx), spec.id).toBeGreaterThan(0)
      expect(window.top + window.height, spec.id).toBeLessThan(picture.height)
      expect(window.left + window.width, spec.id).toBeLessThan(picture.width)
      expect(oval.y - oval.ry, spec.id).toBeGreaterThanOrEqual(window.top)
      expect(Math.abs(eyes - oval.y), spec.id).toBeLessThan(oval.ry / 3)
    }
  }
})

describe('the hint', () => {
  const [picture] = PICTURES as [(typeof PICTURES)[0]]
  const guide = sittingGuide(specs.find(({ id }) => id === 'us_passport') as Spec, picture)
  const light = { tooDark: 0, tooBright: 0, balance: 1, highlights: 220 }
  const middle = { x: 0.5, y: guide.eyes / picture.height }
  const head = guide.skull / picture.height
  const face: FaceMeasures = {
    eyes: middle,
    head,
    rollDegrees: 1,
    turn: 0.03,
    asymmetry: 0.03,
    eyesClosed: false,
    eyesHidden: false,
    mouthOpen: false,
    light,
  }
  const hintFor = (changes: Partial<FaceMeasures>, known = true) =>
    chooseHint({ face: { ...face, ...changes } }, known ? guide : undefined, picture)

  test.each<[ReturnType<typeof hintFor>, Partial<FaceMeasures>]>([
    ['good', {}],
    ['nearer', { head: head * 0.7 }],
    ['farther', { head: head * 1.3 }],
    ['middle', { eyes: { ...middle, x: 0.62 } }],
    ['middle', { eyes: { ...middle, y: middle.y + 0.15 } }],
    ['upright', { rollDegrees: -7 }],
    ['straight', { turn: 0.2 }],
    ['straight', { asymmetry: 0.2 }],
    ['showEyes', { eyesHidden: true, eyesClosed: true }],
    ['openEyes', { eyesClosed: true }],
    ['closeMouth', { mouthOpen: true }],
    ['moreLight', { light: { ...light, tooDark: 0.2 } }],
    ['moreLight', { light: { ...light, highlights: 70 } }],
    ['lessLight', { light: { ...light, tooBright: 0.2 } }],
    ['lightFromFront', { light: { ...light, balance: 0.5 } }],
    ['lightFromFront', { light: { ...light, balance: 2 } }],
    // What comes first is what can be done first.
    ['nearer', { head: head * 0.7, rollDegrees: 20, mouthOpen: true }],
  ])('is %s for %o', (hint, changes) => {
    expect(hintFor(changes)).toBe(hint)
  })

  test('does not speak of size and place while no format is chosen', () => {
    expect(hintFor({ head: head * 0.5, eyes: { x: 0.2, y: 0.2 } }, false)).toBe('good')
  })

  test.each([
    ['no_face', 'noFace'],
    ['several_faces', 'severalFaces'],
    ['face_too_small', 'nearer'],
    ['pose', 'straight'],
    ['a reason of a later version', 'noFace'],
  ])('for %s is %s', (refused, hint) => {
    expect(chooseHint({ refused }, guide, picture)).toBe(hint)
  })
})
