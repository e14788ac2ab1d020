/** The top of the head on drawn masks: what is hair, and what only stands beside or on it. */
import { describe, expect, it } from 'vitest'
import { findContact } from '../../src/imaging/id-photo/border-contact.js'
import { keepPerson } from '../../src/imaging/id-photo/clean-matte.js'
import { type Crown, findCrown } from '../../src/imaging/id-photo/crown.js'
import { samplePortrait } from '../../src/imaging/id-photo/portrait-matte.js'
import { type Drawing, drawPortrait } from '../fixtures/drawn-portrait.js'

function crownOf(drawing: Drawing): Crown & { error: number } {
  const { photo, alpha, frame, top } = drawPortrait(drawing)
  const person = keepPerson(samplePortrait({ ...photo, alpha }, frame), frame)
  const crown = findCrown(person, frame, findContact(person, frame, photo))
  return { ...crown, error: Math.abs(crown.hair - top) / (frame.chin - top) }
}

const inBox = (u: number, v: number, box: { u: [number, number]; v: [number, number] }): boolean =>
  u >= box.u[0] && u <= box.u[1] && v >= box.v[0] && v <= box.v[1]

describe('within one percent of the head', () => {
  it.each<[string, Drawing]>([
    ['bald', { hair: 0 }],
    ['hair', { hair: 0.12 }],
    ['a tilted head', { hair: 0.06, rollDegrees: 17 }],
    ['tilted the other way', { hair: 0.06, rollDegrees: -20 }],
    ['a small photo', { width: 300, height: 370, D: 50 }],
    ['a large photo', { width: 2400, height: 3000, D: 400 }],
    ['stray hairs', { also: (u, v) => Math.abs(u - 0.05) < 0.012 && v > -1.5 && v < 0 }],
    ['a hand beside the head', { also: (u, v) => inBox(u, v, { u: [0.75, 1.1], v: [-1.6, 1.5] }) }],
    ['a second person behind', { also: (u, v) => (u + 2) ** 2 + (v + 0.9) ** 2 < 0.4 }],
  ])('%s', (_name, drawing) => {
    const { error, cutAtNeck } = crownOf(drawing)
    expect(error).toBeLessThan(0.01)
    expect(cutAtNeck).toBe(false)
  })
})

describe('something on the head is left out, within 1.5 percent', () => {
  it.each<[string, Drawing]>([
    [
      'a bun',
      { also: (u, v) => u ** 2 + (v + 1.3) ** 2 < 0.26 ** 2 || inBox(u, v, { u: [-0.1, 0.1], v: [-1.2, -0.9] }) },
    ],
    [
      'a hand',
      {
        also: (u, v) =>
          inBox(u, v, { u: [-0.12, 0.12], v: [-1.25, -0.9] }) || inBox(u, v, { u: [-0.35, 0.35], v: [-1.7, -1.2] }),
      },
    ],
  ])('%s', (_name, drawing) => {
    const { error, cutAtNeck } = crownOf(drawing)
    expect(cutAtNeck).toBe(true)
    expect(error).toBeLessThan(0.015)
  })
})

describe('what the photo or the matte has cut off', () => {
  it('hair at the upper border is refused', () => {
    expect(() => crownOf({ y: 120 })).toThrow('The top of the head is cut off')
    expect(() => crownOf({ y: 120, rollDegrees: 12 })).toThrow('The top of the head is cut off')
  })

  it('a tip that just touches it is not', () => {
    const { frame, top } = drawPortrait()
    expect(crownOf({ y: -top - 0.004 * frame.chin }).rho).toBeGreaterThan(0.95)
  })

  it('a flat cut through high hair is refused, however tall the rest is', () => {
    const { frame, top } = drawPortrait({ hair: 0.2 })
    const cutBy = (share: number): Drawing => ({ hair: 0.2, y: -top - share * (frame.chin - top) })
    expect(() => crownOf(cutBy(0.04))).toThrow('The top of the head is cut off')
    expect(crownOf(cutBy(0)).rho).toBeGreaterThan(1)
  })

  it('a matte that has lost the hair gives the skull', () => {
    const { photo, alpha, frame } = drawPortrait({ hair: 0.06 })
    const cut = alpha.slice()
    cut.fill(0, 0, Math.round(frame.middle.y - 0.6 * frame.chin) * photo.width)
    const person = keepPerson(samplePortrait({ ...photo, alpha: cut }, frame), frame)
    expect(findCrown(person, frame, findContact(person, frame, photo)).hair).toBe(frame.skull)
  })

  it('a tall hat is recognised by its height', () => {
    expect(crownOf({ also: (u, v) => inBox(u, v, { u: [-0.5, 0.5], v: [-1.8, -0.4] }) }).rho).toBeGreaterThan(1.45)
  })
})
