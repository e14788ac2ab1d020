/** The solver on synthetic people: no networks, no pixels. */
import { describe, expect, it } from 'vitest'
import { findSpec, idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
import type { Fit, Misfit, Rules, Subject } from '../../src/imaging/id-photo/fit.js'
import { frameOf, toFace } from '../../src/imaging/id-photo/frame.js'
import { solve as solveWithin } from '../../src/imaging/id-photo/solve.js'

const { specs } = idPhotoCatalog()
const SLACK = 0.003

interface Drawn extends Subject {
  /** v of the end of the body, and u of the photo's borders where the body touches them. */
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** `eyes`: their distance over D; `hair`: above the skull, as a share of its height; `body` below the chin, in D. */
function person({ eyes = 0.54, hair = 0.06, body = 3, D = 100 } = {}): Drawn {
  const skull = D - 1.24481 * (eyes * D + D)
  const top = skull - hair * (D - skull)
  return {
    centre: 0,
    // A broad face, so that no rule on its width asks for a larger head.
    width: 2.6 * eyes * D,
    chin: D,
    skull,
    hair: top,
    wisps: top,
    bottom: D + body * D,
    left: Number.NEGATIVE_INFINITY,
    right: Number.POSITIVE_INFINITY,
  }
}

/** In a photo whose borders are straight. */
const solve = ({ bottom, left, right, ...subject }: Drawn, rules: Rules): Fit | Misfit =>
  solveWithin(subject, { sides: () => ({ left, right }), bottom: () => bottom }, rules)

const SUBJECTS = [0.5, 0.54, 0.58].flatMap((eyes) => [0, 0.03, 0.06, 0.1, 0.15, 0.22].map((hair) => ({ eyes, hair })))

function fitted(result: Fit | Misfit, what = ''): Fit {
  expect(result, what).toHaveProperty('scale')
  return result as Fit
}

describe('the mean person', () => {
  it.each([
    ['1inch', 0.65, 0.085, 0.585, 0.266],
    ['2inch', 0.63, 0.085, 0.595, 0.285],
    ['us_passport', 0.601, 0.09, 0.605, 0.309],
    ['cn_visa', 0.639, 0.083, 0.592, 0.278],
    ['cn_id_card', 0.68, 0.035, 0.62, 0.286],
    ['schengen_visa', 0.75, 0.075, 0.566, 0.175],
    ['in_passport', 0.82, 0.045, 0.538, 0.135],
    ['ca_passport', 0.48, 0.2, 0.57, 0.32],
  ])('%s: h %d, t %d, e %d, b %d', (id, h, t, e, b) => {
    const fit = fitted(solve(person(), findSpec(id)!))
    for (const [name, value] of Object.entries({ h, t, e, b })) {
      expect(Math.abs(fit[name as 'h'] - value), name).toBeLessThanOrEqual(0.001)
    }
  })
})

describe('every format and every person', () => {
  it('with enough body: all rules are met and none is relaxed', () => {
    let cases = 0
    for (const spec of specs) {
      for (const subject of SUBJECTS) {
        const what = `${spec.id} ${JSON.stringify(subject)}`
        const { h, t, e, b, relaxed } = fitted(solve(person({ ...subject, body: 1.2 }), spec), what)
        // Much hair may need more room above than our own tolerance leaves; never more than an authority does.
        const tolerant = relaxed.includes('top_margin') && !spec.top_margin?.official && subject.hair > 0.2
        expect(tolerant ? [] : relaxed, what).toEqual([])
        const ranges: [number, readonly [number, number]][] = [
          [h, spec.head_ratio],
          [t, tolerant ? [0.005, 0.3] : (spec.top_margin?.ratio ?? [0.02, 0.25])],
          [e, spec.eye_line_from_bottom_ratio ?? [0.45, 0.75]],
          [b, [(spec.chin_to_bottom_mm_min ?? 0) / spec.height_mm, 1]],
        ]
        for (const [value, [min, max]] of ranges) {
          expect(value, what).toBeGreaterThanOrEqual(min - SLACK)
          expect(value, what).toBeLessThanOrEqual(max + SLACK)
        }
        cases += 1
      }
    }
    expect(cases).toBe(1728)
  })

  it('with little body: what does not fit says that shoulders are missing, and nothing else', () => {
    const results = specs.flatMap((spec) => SUBJECTS.map((subject) => solve(person({ ...subject, body: 0.6 }), spec)))
    const failed = results.filter((result) => 'reason' in result)
    expect(failed).toHaveLength(169)
    for (const { reason } of failed) expect(reason).toBe('shoulders_missing')
  })

  it('the photo always reaches the bottom edge', () => {
    for (const spec of specs) {
      for (const body of [0.3, 0.5, 0.7, 0.9, 1.2]) {
        const subject = person({ body })
        const result = solve(subject, spec)
        if ('reason' in result) continue
        const lowestShown = (spec.height_px - result.eyes.y) / result.scale
        expect(lowestShown, spec.id).toBeLessThanOrEqual(subject.bottom + 1e-6)
      }
    }
  })
})

describe('the US passport', () => {
  const spec = findSpec('us_passport')!

  it('measures the eye line from the bottom', () => {
    for (const subject of SUBJECTS) {
      const { eyes } = fitted(solve(person(subject), spec))
      const fromBottom = 1 - eyes.y / 600
      expect(fromBottom).toBeGreaterThanOrEqual(0.56)
      expect(fromBottom).toBeLessThanOrEqual(0.69)
    }
  })

  it('the worked example, to the last digit that was written down', () => {
    const frame = frameOf({ leftEye: { x: 460, y: 612 }, rightEye: { x: 580, y: 588 }, chin: { x: 566, y: 820 } })
    expect(frame.roll).toBeCloseTo(-0.1974, 4)
    expect(frame.middle).toEqual({ x: 520, y: 600 })
    expect(frame.eyeDistance).toBeCloseTo(122.38, 2)
    expect(frame.chin).toBeCloseTo(224.75, 2)
    expect(frame.skull).toBeCloseTo(-207.36, 2)
    const subject = { ...person(), chin: frame.chin, skull: frame.skull, hair: -233.28, wisps: -233.28, bottom: 1000 }
    const { h, t, e, b, scale, eyes, head } = fitted(solve(subject, spec))
    expect(head.height).toBeCloseTo(458.03, 2)
    for (const [value, expected] of [
      [h, 0.601],
      [t, 0.09],
      [e, 0.604],
      [b, 0.309],
      [scale, 0.7873],
    ] as const) {
      expect(Math.abs(value - expected)).toBeLessThan(0.0006)
    }
    expect(eyes.x).toBe(300)
    expect(Math.abs(eyes.y - 237.67)).toBeLessThan(0.1)
    const chin = toFace(frame, { x: 566, y: 820 })
    expect(eyes.x + chin.u * scale).toBeCloseTo(301.54, 1)
    expect(Math.abs(eyes.y + chin.v * scale - 414.63)).toBeLessThan(0.1)
  })
})

describe('a format that measures faces across', () => {
  it('gets a larger head for a narrow face, within its range', () => {
    const spec = findSpec('cn_id_card')!
    const broad = fitted(solve(person(), spec))
    const narrow = fitted(solve({ ...person(), width: 120 }, spec))
    expect(narrow.h).toBeGreaterThan(broad.h + 0.02)
    expect(narrow.h).toBeLessThanOrEqual(spec.head_ratio[1] + 1e-9)
  })
})

describe('a photo that is cut from below', () => {
  it('leads to a larger margin or head, and then to a refusal', () => {
    const spec = findSpec('us_passport')!
    let before = fitted(solve(person({ body: 2 }), spec))
    let refused = false
    for (let body = 1.2; body > 0.1; body -= 0.02) {
      const result = solve(person({ body }), spec)
      if ('reason' in result) {
        expect(result.reason).toBe('shoulders_missing')
        refused = true
        continue
      }
      expect(refused, 'once refused, shorter photos are refused as well').toBe(false)
      expect(result.t + result.h).toBeGreaterThanOrEqual(before.t + before.h - 1e-9)
      before = result
    }
    expect(refused).toBe(true)
  })

  it('says how much is missing', () => {
    const spec = findSpec('1inch')!
    const result = solve(person({ body: 0.1 }), spec)
    expect(result).toMatchObject({ reason: 'shoulders_missing' })
    const { missing } = result as Extract<Misfit, { reason: 'shoulders_missing' }>
    // With that much more it fits when nothing is relaxed any further.
    const head = 100 - person().hair
    const longer = person({ body: 0.1 + (missing * head) / 100 + 0.02 })
    expect(solve(longer, spec)).toHaveProperty('scale')
  })
})

describe('a body that touches the side of the photo', () => {
  const spec = findSpec('us_passport')!

  it('makes the head larger', () => {
    const free = fitted(solve(person(), spec))
    const narrow = fitted(solve({ ...person(), left: -155, right: 155 }, spec))
    expect(narrow.h).toBeGreaterThan(free.h)
    expect(300 / narrow.scale).toBeLessThanOrEqual(155 + 1e-6)
  })

  it('moves a little out of the middle where that is enough, and never farther', () => {
    const free = fitted(solve(person(), spec))
    const short = 300 / free.scale - 5
    const moved = fitted(solve({ ...person(), left: -short }, spec))
    expect(moved.h).toBeCloseTo(free.h, 2)
    expect(moved.eyes.x).toBeCloseTo(short * moved.scale, 6)
    for (let left = -short; left < -130; left += 5) {
      const result = solve({ ...person(), left }, spec)
      if ('reason' in result) break
      expect(Math.abs(result.eyes.x - 300)).toBeLessThanOrEqual(0.03 * 600 + 1e-6)
      expect(result.eyes.x / result.scale).toBeLessThanOrEqual(-left + 1e-6)
    }
  })

  it('puts what was named the middle into the middle', () => {
    const { eyes, scale } = fitted(solve({ ...person(), centre: 8 }, spec))
    expect(eyes.x + 8 * scale).toBeCloseTo(300, 6)
  })

  it('is refused when even the largest head leaves a gap: on which side, and how many pixels', () => {
    const refused = solve({ ...person(), left: -100 }, spec)
    expect(refused).toMatchObject({ reason: 'side_cut_off', side: 'left' })
    const { missingPx } = refused as Extract<Misfit, { reason: 'side_cut_off' }>
    expect(solve({ ...person(), left: -100 - missingPx - 0.01 }, spec)).toHaveProperty('scale')
    expect(solve({ ...person(), left: -100 - missingPx + 0.01 }, spec)).toHaveProperty('reason')
    const both = solve({ ...person(), left: -135, right: 135 }, spec)
    expect((both as Extract<Misfit, { reason: 'side_cut_off' }>).missingPx).toBeGreaterThan(0)
  })
})

describe('a body that touches the side of the photo far below the head', () => {
  it('does not count where a larger head leaves those rows out', () => {
    const spec = findSpec('us_passport')!
    const { bottom: _, left: __, right: ___, ...subject } = person()
    const free = fitted(solve(person(), spec))
    const lowest = (600 - free.eyes.y) / free.scale
    const elbows = (top: number, bottom: number) => (top < lowest - 5 && bottom > lowest - 5 ? 110 : 1000)
    const reach = {
      sides: (top: number, bottom: number) => ({ left: -elbows(top, bottom), right: elbows(top, bottom) }),
      bottom: () => 1000,
    }
    const fit = fitted(solveWithin(subject, reach, spec))
    expect((600 - fit.eyes.y) / fit.scale).toBeLessThanOrEqual(lowest - 5 + 1e-6)
  })
})

describe('hair', () => {
  it('a tower of it makes the face no smaller than the cap', () => {
    const spec = findSpec('1inch')!
    const capped = fitted(solve({ ...person(), hair: -130, wisps: -130 }, spec))
    const tower = fitted(solve({ ...person(), hair: -260, wisps: -260 }, spec))
    expect(tower.head.height).toBe(capped.head.height)
    expect(tower.scale / capped.scale).toBeGreaterThan(0.9)
  })

  it('does not count where the authority measures to the skull, but stays in the picture', () => {
    const spec = findSpec('schengen_visa')!
    const bald = fitted(solve(person({ hair: 0 }), spec))
    const curly = fitted(solve(person({ hair: 0.1 }), spec))
    expect(curly.head).toEqual(bald.head)
    expect(curly.t).toBeGreaterThan(bald.t)
  })

  it('stays below the upper edge wherever a format has room for it, and as much of it as possible elsewhere', () => {
    const hairOf = (subject: Subject, { head, h }: Fit): number => ((head.crown - subject.hair) / head.height) * h
    const spec = findSpec('schengen_visa')!
    let cut = 0
    for (let hair = 0; hair < 0.5; hair += 0.02) {
      const subject = person({ hair })
      const fit = fitted(solve(subject, spec))
      if (fit.hairCut) {
        cut += 1
        expect(fit.t).toBeLessThan(hairOf(subject, fit) + 0.0075)
        expect(fit.t, `hair ${hair}`).toBeGreaterThanOrEqual(0.14)
        expect(fit.h, 'the smallest head that is permitted').toBeLessThan(spec.head_ratio[0] + 0.002)
      } else {
        expect(cut, 'more hair is cut, too').toBe(0)
        expect(fit.t).toBeGreaterThanOrEqual(hairOf(subject, fit) + 0.0075)
      }
    }
    expect(cut).toBeGreaterThan(0)
  })
})

describe('rules that contradict each other', () => {
  const rules = findSpec('us_passport')!

  it('are relaxed in order, and it is said which', () => {
    const short = fitted(solve(person({ body: 0.62 }), rules))
    expect(short.relaxed.length).toBeGreaterThan(0)
    expect(short.h).toBeLessThanOrEqual(rules.head_ratio[1] + 1e-9)
  })

  it('end as geometry when no relaxation helps', () => {
    const impossible = { ...rules, eye_line_from_bottom_ratio: [0.9, 0.95] as [number, number] }
    const refused = solve(person(), impossible)
    expect(refused).toMatchObject({ reason: 'geometry', rules: ['top margin', 'eye line'] })
    expect((refused as Extract<Misfit, { reason: 'geometry' }>).apart).toBeGreaterThan(0)
  })
})
