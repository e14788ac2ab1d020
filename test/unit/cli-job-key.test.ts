/** Which photos are the same job. */
import { expect, test } from 'vitest'
import { jobKeyOf } from '../../src/cli/batch/job-key.js'
import type { Parameters } from '../../src/cli/batch/server-picture.js'

const photo = (text = 'a photo'): Blob => new Blob([text])
const key = async (more: Parameters = {}, operation = 'cutout', attempt = 1): Promise<string> =>
  (await jobKeyOf(operation, { image_file: photo(), size: 'hd', ...more }))(attempt)

test('the same photo with the same parameters, in any order and from any file', async () => {
  expect(await key()).toBe(await key({ image_file: new Blob(['a ', 'photo']), crop: undefined }))
  expect((await jobKeyOf('cutout', { size: 'hd', image_file: photo() }))(1)).toBe(await key())
  expect((await key()).length).toBeLessThan(256)
})

test('whatever differs makes another', async () => {
  const keys = await Promise.all([
    key(),
    key({ image_file: photo('another') }),
    key({ size: '4k' }),
    key({ crop: true }),
    key({ bg_image_file: photo() }),
    key({ bg_image_file: photo('another') }),
    key({}, 'remove'),
    key({}, 'cutout', 2),
  ])
  expect(new Set(keys).size).toBe(keys.length)
})
