/** What networks leave behind: specks and holes, on mattes drawn with discs. */
import { describe, expect, it } from 'vitest'
import { type TidyRules, tidyMatte, tidyRulesFor } from '../../src/imaging/matte/tidy.js'

const SIZE = 200
const RULES: TidyRules = { speck: 0.005, hole: 0.005 }

/** Drawn over what is there, so that later ones can be holes. */
function disc(matte: Uint8Array, x: number, y: number, radius: number, value: number): void {
  for (let i = 0; i < matte.length; i++) {
    if (Math.hypot((i % SIZE) - x, Math.floor(i / SIZE) - y) <= radius) matte[i] = value
  }
}

/** The subject: a disc of about 7900 pixels, so that a share of 0.005 is 39 of them. */
function subject(): Uint8Array {
  const matte = new Uint8Array(SIZE * SIZE)
  disc(matte, 80, 100, 50, 255)
  return matte
}

function tidied(matte: Uint8Array, rules = RULES): Uint8Array {
  const copy = Uint8Array.from(matte)
  tidyMatte(copy, SIZE, rules)
  return copy
}

/** Names the first pixels that differ: whole mattes would fill the screen. */
function expectSame(found: Uint8Array, wanted: Uint8Array): void {
  const different: string[] = []
  for (let i = 0; i < wanted.length && different.length < 5; i++) {
    if (found[i] !== wanted[i]) different.push(`${i % SIZE},${Math.floor(i / SIZE)}: ${found[i]}, not ${wanted[i]}`)
  }
  expect(different).toEqual([])
}

describe('specks', () => {
  it('a small piece vanishes, the subject stays as it was', () => {
    const matte = subject()
    disc(matte, 170, 30, 2, 255)
    expectSame(tidied(matte), subject())
  })

  it('it vanishes with the haze around it', () => {
    const matte = subject()
    for (const [radius, value] of [
      [9, 5],
      [7, 40],
      [5, 90],
      [3, 127],
      [2, 240],
    ] as const)
      disc(matte, 170, 30, radius, value)
    expectSame(tidied(matte), subject())
  })

  it('at the border of the picture too, without reaching around to the other side', () => {
    const wanted = subject()
    disc(wanted, 0, 62, 1, 30) // where the row after that of the speck at the right border begins
    const matte = Uint8Array.from(wanted)
    for (const [x, y] of [
      [0, 0],
      [199, 60],
      [150, 199],
    ] as const) {
      disc(matte, x, y, 3, 50)
      disc(matte, x, y, 1, 255)
    }
    expectSame(tidied(matte), wanted)
  })

  it('the soft edge of the subject is not the haze of a speck beside it', () => {
    const soft = new Uint8Array(SIZE * SIZE)
    for (const [radius, value] of [
      [60, 20],
      [57, 60],
      [54, 110],
      [50, 255],
    ] as const)
      disc(soft, 80, 100, radius, value)
    const matte = Uint8Array.from(soft)
    disc(matte, 142, 100, 2, 255)
    const after = tidied(matte)
    expect(after[100 * SIZE + 142]).toBe(0)
    // All that is firmer than the outermost haze is the subject's.
    for (let i = 0; i < soft.length; i++) if (soft[i]! > 20) expect(after[i]).toBe(soft[i])
  })

  it('haze that belongs to no speck stays', () => {
    const matte = subject()
    disc(matte, 170, 170, 8, 60)
    expectSame(tidied(matte), matte)
  })

  it('a piece of some size stays', () => {
    const matte = subject()
    disc(matte, 170, 30, 5, 255)
    expectSame(tidied(matte), matte)
  })

  it('the measure is the subject, not the picture: a small subject is no speck', () => {
    const matte = new Uint8Array(SIZE * SIZE)
    disc(matte, 100, 100, 2, 255)
    expectSame(tidied(matte), matte)
  })

  it('two halves of one subject both stay', () => {
    const matte = new Uint8Array(SIZE * SIZE)
    disc(matte, 50, 100, 30, 255)
    disc(matte, 150, 100, 30, 255)
    expectSame(tidied(matte), matte)
  })
})

describe('holes', () => {
  const withHole = (radius: number, value: number): Uint8Array => {
    const matte = subject()
    disc(matte, 80, 100, radius, value)
    return matte
  }

  it('a small one of which the networks were not sure is filled', () => {
    expectSame(tidied(withHole(3, 90)), subject())
  })

  it('one of which they were sure stays: that is the gap of a handle', () => {
    expectSame(tidied(withHole(3, 0)), withHole(3, 0))
    expectSame(tidied(withHole(3, 15)), withHole(3, 15))
  })

  it('a large one stays, however doubtful', () => {
    expectSame(tidied(withHole(5, 90)), withHole(5, 90))
  })

  it('what is open to the border of the picture is no hole', () => {
    const matte = new Uint8Array(SIZE * SIZE).fill(255)
    disc(matte, 0, 100, 3, 90)
    expectSame(tidied(matte), matte)
  })

  it('a notch that is open to the outside is no hole', () => {
    const matte = subject()
    for (let x = 120; x < 135; x++) matte[100 * SIZE + x] = 90
    expectSame(tidied(matte), matte)
  })

  it('a speck in a sure hole vanishes, the hole stays', () => {
    const matte = withHole(3, 0)
    matte[100 * SIZE + 80] = 200
    expectSame(tidied(matte), withHole(3, 0))
  })
})

describe('rules', () => {
  it('a person has no holes worth keeping, the openings of a product are part of it', () => {
    const doubtful = subject()
    disc(doubtful, 80, 100, 5, 90) // about 1 % of the subject
    expectSame(tidied(doubtful, tidyRulesFor('person')), subject())
    expectSame(tidied(doubtful, tidyRulesFor('product')), doubtful)
    expectSame(tidied(doubtful, tidyRulesFor(undefined)), doubtful)

    const smaller = subject()
    disc(smaller, 80, 100, 3, 90) // about 0.4 %
    expectSame(tidied(smaller, tidyRulesFor('product')), smaller)
    expectSame(tidied(smaller, tidyRulesFor('animal')), subject())
  })

  it('for all other classes, and when nobody asked for the class, they are the same', () => {
    const general = tidyRulesFor(undefined)
    for (const subjectClass of ['animal', 'car', 'other'] as const) expect(tidyRulesFor(subjectClass)).toEqual(general)
    expect(tidyRulesFor('person').hole).toBeGreaterThan(general.hole)
    expect(tidyRulesFor('product').hole).toBeLessThan(general.hole)
  })

  it('specks vanish for every class', () => {
    const matte = subject()
    disc(matte, 170, 30, 2, 255)
    for (const subjectClass of ['person', 'product', 'animal', 'car', 'other'] as const) {
      expectSame(tidied(matte, tidyRulesFor(subjectClass)), subject())
    }
  })
})

describe('a matte without specks and holes', () => {
  it.each<[string, Uint8Array]>([
    ['nothing at all', new Uint8Array(SIZE * SIZE)],
    ['everything', new Uint8Array(SIZE * SIZE).fill(255)],
    ['haze alone', new Uint8Array(SIZE * SIZE).fill(100)],
    ['one subject', subject()],
  ])('%s is left as it is', (_name, matte) => {
    expectSame(tidied(matte), matte)
  })
})
