/** Any step of any style, on any small picture, with or without a face: it does not fail, and says the same twice. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formerStyleIds } from '../../src/catalog/former-styles.js'
import { promptWords } from '../../src/catalog/prompt-words.js'
import { workSize } from '../../src/imaging/style/paint.js'
import { understand } from '../../src/imaging/style/prompt/understand.js'
import { styles } from '../../src/imaging/style/recipes.js'
import { describeScene, photoCanvas } from '../../src/imaging/style/scene.js'
import { paintStep } from '../../src/imaging/style/steps.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

const allSteps = styles().flatMap(({ steps, finish }) => [...steps, ...finish])

const pictures = fc.record({
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 40 }),
  seed: fc.integer({ min: 0, max: 0xffffff }),
  hasSubject: fc.boolean(),
  /** From eyes to chin: it may reach beyond the picture. */
  face: fc.option(fc.integer({ min: 3, max: 30 })),
  step: fc.constantFrom(...allSteps),
})

describe('steps', () => {
  it('paint pictures of any size and shape, the same one twice', async () => {
    await fc.assert(
      fc.asyncProperty(pictures, async ({ width, height, seed, hasSubject, face, step }) => {
        const colour = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919 + seed) % 256)
        const alpha = hasSubject ? Uint8Array.from({ length: width * height }, (_, i) => (i * 31) % 256) : undefined
        const faces = face === null ? [] : [drawPortrait({ width, height, D: face }).face]
        const source = { width, height, colour, alpha, faces, seed }
        const scene = await (await describeScene(source))(width, height)
        const [first, second] = [photoCanvas(scene), photoCanvas(scene)]
        paintStep(first, scene, step)
        paintStep(second, scene, step)
        expect(first.colour).toHaveLength(colour.length)
        expect(second.colour).toEqual(first.colour)
        expect([...source.colour], 'the photo is left alone').toEqual([...colour])
      }),
      { numRuns: 150 },
    )
  })
})

describe('the working size', () => {
  it('has about the photo’s shape and a bounded number of pixels', () => {
    const side = fc.integer({ min: 1, max: 2048 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(0.1, 1), (width, height, crisp) => {
        const work = workSize({ width, height }, { crisp })
        expect(work.width * work.height).toBeLessThan(1_160_000)
        expect(Math.min(work.width, work.height)).toBeGreaterThanOrEqual(1)
        if (Math.min(width, height) > 100) expect(work.width / work.height / (width / height)).toBeCloseTo(1, 1)
      }),
    )
  })
})

describe('prompts', () => {
  const { styles: phrases, colours, looks, backgrounds, things } = promptWords()
  const known = [Object.values(phrases), Object.keys({ ...colours, ...looks, ...backgrounds }), things].flat(2)
  const words = fc.constantFrom(...known, 'a', 'no', 'without', 'not', 'background', 'zorp', ',')
  const prompts = fc.array(words, { minLength: 1, maxLength: 12 }).map((list) => list.join(' '))
  const ids = new Set([...styles().map(({ id }) => id), ...formerStyleIds()])

  /** What is painted. What is not understood is told as it was written. */
  const painted = (prompt: string) => {
    const { unknown: _, ...wishes } = understand(prompt)
    return wishes
  }

  it('name styles that there are, in any order of words', () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        const { styles: wanted, unwanted } = understand(prompt)
        expect([...wanted, ...unwanted].filter((id) => !ids.has(id))).toEqual([])
      }),
    )
  })

  it('mean the same in capitals, with more blanks, and before a clause that says nothing', () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        const wishes = painted(prompt)
        expect(painted(prompt.toUpperCase().replaceAll(' ', '  '))).toEqual(wishes)
        expect(painted(`${prompt}, zorp blimfel`)).toEqual(wishes)
      }),
    )
  })

  it('of any text are read without failing', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 500, unit: 'grapheme' }), (prompt) => {
        expect(understand(prompt).styles.every((id) => ids.has(id))).toBe(true)
      }),
    )
  })
})
