/** Clipdrop's API: fields, formats by Accept, and the headers about credits. */
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { type Caller, type Fields, multipart, PHOTO, useApp } from './app.js'

const PATH = '/remove-background/v1'
const app = useApp({ DIALECTS: 'clipdrop' })

const send = (
  caller: Caller,
  fields: Fields = {},
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => caller.post(multipart({ image_file: PHOTO, ...fields }), headers, PATH)

const lastJob = () => app.engine.seen.at(-1)?.job

test('a call without options: the whole photo as PNG, and a photo that is cut out already comes back', async () => {
  await send(await app.caller())
  expect(lastJob()).toEqual({
    kind: 'cutout',
    classify: false,
    watermark: false,
    cap: { pixels: 50_000_000 },
    format: 'png',
    channels: 'rgba',
    transparency: 'result',
  })
})

test('transparency can be discarded, and nothing else can be asked', async () => {
  const caller = await app.caller()
  await send(caller, { transparency_handling: 'discard_alpha_layer' })
  expect(lastJob()).toMatchObject({ transparency: 'ignored' })
  const wrong = await send(caller, { transparency_handling: 'keep' })
  expect([wrong.statusCode, wrong.json()]).toEqual([
    400,
    {
      error: "transparency_handling must be one of return_input_if_non_opaque, discard_alpha_layer; got 'keep'",
    },
  ])
})

test.each([
  [undefined, 'png'],
  ['*/*', 'png'],
  ['image/*', 'png'],
  ['application/json, text/plain, */*', 'png'],
  ['image/webp', 'webp'],
  ['image/jpeg', 'jpg'],
  ['IMAGE/JPG', 'jpg'],
  ['image/png;q=0.5, image/webp', 'webp'],
  ['image/webp;q=0, image/jpeg;q=0.1', 'jpg'],
  ['text/html, image/jpeg;q=0.9, */*;q=0.8', 'jpg'],
])('Accept %s gives %s', async (accept, format) => {
  const { statusCode } = await send(await app.caller(), {}, accept === undefined ? {} : { accept })
  expect([statusCode, lastJob()]).toMatchObject([200, { format }])
})

test('an Accept that no picture satisfies is 406, before the photo is read', async () => {
  const caller = await app.caller()
  const response = await send(caller, {}, { accept: 'application/json' })
  expect([response.statusCode, response.json()]).toEqual([
    406,
    { error: "Accept must allow image/png, image/webp or image/jpeg; got 'application/json'" },
  ])
  expect(await caller.balance()).toBe(1)
})

test('headers say what it cost and what is left; a repeat costs nothing', async () => {
  const caller = await app.caller({ credits: 5 })
  const creditsOf = ({ headers }: LightMyRequestResponse) => [
    headers['x-credits-consumed'],
    headers['x-remaining-credits'],
  ]
  expect(creditsOf(await send(caller, {}, { 'idempotency-key': 'once' }))).toEqual(['1', '4'])
  expect(creditsOf(await send(caller, {}, { 'idempotency-key': 'once' }))).toEqual(['0', '4'])
})

test('an unlimited account is told of a very large number', async () => {
  const caller = await app.caller({ credits: 0 })
  await app.db.accounts.setUnlimited(caller.accountId, true)
  const { headers } = await send(caller)
  expect([headers['x-credits-consumed'], headers['x-remaining-credits']]).toEqual(['0', '999999999'])
})

test('the same Idempotency-Key for another format is another request', async () => {
  const caller = await app.caller({ credits: 2 })
  await send(caller, {}, { 'idempotency-key': 'k' })
  const { statusCode } = await send(caller, {}, { 'idempotency-key': 'k', accept: 'image/webp' })
  expect(statusCode).toBe(400)
})

test('a missing key is 401, a wrong one 403', async () => {
  const missing = await app.inject({ method: 'POST', url: PATH })
  expect([missing.statusCode, missing.json()]).toEqual([401, { error: 'The header X-Api-Key is missing' }])
  const wrong = await app.inject({ method: 'POST', url: PATH, headers: { 'x-api-key': 'wrong' } })
  expect([wrong.statusCode, wrong.json()]).toEqual([403, { error: 'The API key is not valid' }])
})
