/** Routes of /v1 that take no parameters in their address say so, before they do anything. */
import { expect, test } from 'vitest'
import { errorOf, json, useApp } from './app.js'

const app = useApp()

test.each([
  ['GET', '/v1/account'],
  ['GET', '/v1/presets'],
  ['GET', '/v1/results/some'],
  ['DELETE', '/v1/results/some'],
  ['DELETE', '/v1/jobs/some'],
  ['GET', '/v1/jobs/some/events'],
] as const)('%s %s', async (method, url) => {
  const { key } = await app.caller()
  const ask = (query: string) => app.inject({ method, url: url + query, headers: { 'x-api-key': key } })
  const message = 'page is not a parameter of this route, which takes none'
  expect(errorOf(await ask('?page=2'))).toEqual({ status: 400, code: 'validation error', message })
  expect((await ask('?page=&page')).statusCode).not.toBe(400) // not given
})

test('POST /v1/jobs takes them in its body: a preview that is asked for in the address is not charged', async () => {
  const caller = await app.caller()
  const body = json({ operation: 'remove', image_url: 'https://shop.example/1.jpg' })
  expect(errorOf(await caller.post(body, {}, '/v1/jobs?preview=1'))).toMatchObject({
    status: 400,
    message: 'preview is in the address; parameters of this route belong in the form',
  })
  expect(await app.db.jobs.backlog()).toMatchObject({ waiting: 0 })
})
