/** Pure parts of the playground: recipes, prices, densities, advice. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../web/src/api/problem.js'
import { adviceFor } from '../../web/src/pages/playground/advice.js'
import { withJpegDensity, withPngDensity } from '../../web/src/pages/playground/density.js'
import { medianOf } from '../../web/src/pages/playground/median.js'
import { priceOf } from '../../web/src/pages/playground/prices.js'
import { readRecipe } from '../../web/src/pages/playground/recipe.js'

test('a recipe is read into its parts, with the colours that it names', () => {
  expect(readRecipe('style=watercolour; colours=green #2f8f46; light=dark; strength=100')).toEqual([
    { name: 'style', text: 'watercolour', colours: [] },
    { name: 'colours', text: 'green #2f8f46', colours: ['#2f8f46'] },
    { name: 'light', text: 'dark', colours: [] },
    { name: 'strength', text: '100', colours: [] },
  ])
  expect(readRecipe('style=stained-glass (by meaning, 0.61); not understood=xyzzy').at(-1)).toMatchObject({
    name: 'not understood',
    text: 'xyzzy',
  })
})

test('prices are those of the API', () => {
  expect(priceOf('remove', { size: 'preview' })).toBe(0)
  expect(priceOf('remove', { size: 'full' })).toBe(1)
  expect(priceOf('id-photo', { spec: '1inch' })).toBe(1)
  expect(priceOf('portrait-style', { style: 'neon' })).toBe(2)
})

test('the typical time is the median, so that one slow start does not spoil it', () => {
  expect(medianOf([])).toBeUndefined()
  expect(medianOf([60_000, 4000, 5000])).toBe(5000)
})

describe('a drawn sheet says how large it is on paper', () => {
  const canvas = sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })

  test('as PNG', async () => {
    const tagged = withPngDensity(new Uint8Array(await canvas.png().toBuffer()), 300)
    expect(await sharp(tagged).metadata()).toMatchObject({ format: 'png', width: 20, height: 10, density: 300 })
    await sharp(tagged, { failOn: 'warning' }).stats() // the checksum is right
  })

  test('as JPEG', async () => {
    const plain = await canvas.jpeg().toBuffer()
    const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex') // as browsers write it: no unit, 1 by 1
    const file = new Uint8Array(Buffer.concat([plain.subarray(0, 2), jfif, plain.subarray(2)]))
    expect(await sharp(withJpegDensity(file, 300)).metadata()).toMatchObject({ format: 'jpeg', density: 300 })
    expect(() => withJpegDensity(new Uint8Array(plain), 300)).toThrow(/unexpected JPEG/)
  })
})

describe('refusals', () => {
  const head = { status: 422, header: (name: string) => (name === 'Retry-After' ? '7' : null) }

  test('are read from their envelope, and from answers without any', () => {
    const facts = { code: 'invalid_image', message: 'No face was found' }
    expect(problemOf(head, JSON.stringify({ errors: facts }))).toMatchObject({ ...facts, retryAfterSeconds: 7 })
    expect(problemOf(head, '<html>Bad gateway</html>')).toMatchObject({
      code: 'unexpected_answer',
      message: 'The server answered with status 422.',
    })
  })

  test('come with what helps: first by the message, then by the code', () => {
    expect(adviceFor({ code: 'invalid_image', message: 'No face was found in the photo' })).toMatch(/from the front/)
    expect(adviceFor({ code: 'throttled', message: 'Too many' })).toMatch(/Wait/)
    expect(adviceFor({ code: 'never heard of', message: 'x' })).toBe('')
  })
})
