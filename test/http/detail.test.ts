/** `detail`: who looks for the subject. In every image route, with the names of the networks that the operator has added. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { errorOf, multipart, PHOTO, TestApp, useApp } from './app.js'

const withNetworks = new TestApp()
withNetworks.networks = ['birefnet-portrait', 'u2netp']
const app = useApp({ RATE_LIMIT_PER_MINUTE: '1000' }, withNetworks)

const ROUTES: readonly [url: string, fields: Record<string, string>][] = [
  ['/v1/remove', {}],
  ['/v1/id-photo', { spec: 'us_passport' }],
  ['/v1/portrait-style', { style: 'watercolour' }],
  ['/v1.0/cutout', {}],
  ['/v1.0/removebg', {}],
]

describe.each(ROUTES)('%s', (url, fields) => {
  const ask = async (detail: Record<string, string>) =>
    (await app.caller({ credits: 3 })).post(multipart({ image_file: PHOTO, ...fields, ...detail }), {}, url)

  test.each([
    ['a quality', 'best', 'best'],
    ['an added network', 'u2netp', 'u2netp'],
    ['a name in any case', 'U2NETP', 'u2netp'],
  ])('takes %s into the job', async (_, given, detail) => {
    expect((await ask({ detail: given })).statusCode).toBeLessThan(300)
    expect(app.engine.seen.map(({ job }) => job)).toEqual([expect.objectContaining({ detail })])
  })

  test('leaves it to the workers unless it is given', async () => {
    expect((await ask({})).statusCode).toBeLessThan(300)
    expect(app.engine.seen[0]!.job).not.toHaveProperty('detail')
  })

  test('refuses any other with those that there are', async () => {
    const answer = await ask({ detail: 'u2net' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('one of fast, balanced, best, birefnet-portrait, u2netp')
    expect(answer.body).toContain('Did you mean u2netp?')
    expect(app.engine.seen).toEqual([])
  })
})

test('a worker that does not have the network says so, and nothing is charged', async () => {
  const caller = await app.caller({ credits: 3 })
  app.engine.work = async () => {
    const message = 'detail: no network u2netp here; the worker that took this job has fast, balanced, best'
    throw new AppError('invalid_request', message, { parameter: 'detail' })
  }
  const answer = await caller.remove({ size: 'full', detail: 'u2netp' })
  expect(answer.statusCode).toBe(400)
  expect(errorOf(answer).message).toContain('no network u2netp here')
  expect(await caller.charges()).toEqual([])
})
