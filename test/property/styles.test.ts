/** Any step of any style, on any small picture: it does not fail, and says the same twice. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { workSize } from '../../src/imaging/style/paint.js'
import { understand } from '../../src/imaging/style/prompt/understand.js'
import { styles } from '../../src/imaging/style/recipes.js'
import { describeScene, photoCanvas } from '../../src/imaging/style/scene.js'
import { paintStep } from '../../src/imaging/style/steps.js'
import { loadStyleNetwork, type StyleNetwork } from '../../src/imaging/style/style-network.js'

let network: StyleNetwork
beforeAll(async () => {
  network = await loadStyleNetwork(1)
})

const allSteps = styles().flatMap(({ steps, finish }) => [...steps, ...finish])

const pictures = fc.record({
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 40 }),
  seed: fc.integer({ min: 0, max: 0xffffff }),
  hasSubject: fc.boolean(),
  step: fc.constantFrom(...allSteps),
})

describe('steps', () => {
  it('paint pictures of any size and shape, the same one twice', async () => {
    await fc.assert(
      fc.asyncProperty(pictures, async ({ width, height, seed, hasSubject, step }) => {
        const colour = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919 + seed) % 256)
        const alpha = hasSubject ? Uint8Array.from({ length: width * height }, (_, i) => (i * 31) % 256) : undefined
        const source = { width, height, colour, alpha, faces: [], seed }
        const scene = await (await describeScene(source))(width, height)
        const [first, second] = [photoCanvas(scene), photoCanvas(scene)]
        await paintStep(first, scene, step, { network })
        await paintStep(second, scene, step, { network })
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
      fc.property(side, side, (width, height) => {
        const work = workSize(width, height)
        expect(work.width * work.height).toBeLessThan(1_160_000)
        expect(Math.min(work.width, work.height)).toBeGreaterThanOrEqual(1)
        if (Math.min(width, height) > 100) expect(work.width / work.height / (width / height)).toBeCloseTo(1, 1)
      }),
    )
  })
})

describe('prompts', () => {
  it('of any text are read without failing, the same way twice', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 500, unit: 'grapheme' }), (prompt) => {
        expect(understand(prompt)).toEqual(understand(prompt))
      }),
    )
  })
})
