/** Hints before the shutter: for members only, small, never in the way of work, and nothing is left of them. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { entriesOf } from '../support/ledger-entries.js'
import { type Body, multipart, PHOTO, TestApp, useApp } from './app.js'
import { Browser, errorOf, signedIn } from './browser.js'
import { FakeEngine, gate } from './fake-engine.js'

const app = useApp({}, new TestApp(new FakeEngine(1)))

function send(browser: Browser, body: Body = multipart({ frame: PHOTO })) {
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  return app.inject({
    method: 'POST',
    url: '/web/face-hints',
    remoteAddress: browser.address,
    headers: { ...browser.headers, cookie, 'x-csrf-token': browser.csrf!, ...body.headers },
    payload: body.payload,
  })
}

test('a member gets what is seen in the frame; nothing is charged, kept, listed or logged', async () => {
  const member = await signedIn(app)
  const before = await entriesOf(app.db, member.accountId)
  app.engine.look = { refused: 'several_faces' }
  const answer = await send(member)
  expect([answer.statusCode, answer.json()]).toEqual([200, { refused: 'several_faces' }])
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  expect(app.engine.seen).toEqual([{ job: { kind: 'face-hints' }, input: PHOTO }])
  expect(await entriesOf(app.db, member.accountId)).toEqual(before)
  expect(await readdir(path.join(app.dataDir, 'results')).catch(() => [])).toEqual([])
  for (const list of ['results', 'requests']) {
    expect((await member.get(`/web/${list}`)).json<Record<string, unknown>>()[list]).toEqual([])
  }
})

test('strangers and other sites get none', async () => {
  const visitor = new Browser(app)
  await visitor.visit()
  expect(errorOf(await send(visitor))).toMatchObject({ status: 401 })
  const member = await signedIn(app)
  member.csrf = 'guessed'
  expect(errorOf(await send(member))).toEqual({ status: 403, code: 'csrf' })
  expect(app.engine.seen).toEqual([])
})

test('frames are small, and frames', async () => {
  const member = await signedIn(app)
  const large = await send(member, multipart({ frame: Buffer.alloc(150_001) }))
  expect(errorOf(large)).toEqual({ status: 400, code: 'invalid_request', parameter: 'frame' })
  expect(large.json()).toMatchObject({ errors: { message: 'frame: the file is larger than 150000 bytes' } })
  expect(errorOf(await send(member, multipart({ image_file: PHOTO })))).toMatchObject({ status: 400 })
  expect(app.engine.seen).toEqual([])
})

test('a frame is refused at once while a worker works, for somebody else or on another frame', async () => {
  const [member, other] = [await signedIn(app), await signedIn(app)]
  const payer = await app.caller()
  for (const work of [() => payer.remove(), () => send(other)]) {
    const { work: until, reached, open } = gate()
    app.engine.work = until
    const working = work()
    await reached
    const refused = await send(member)
    expect(errorOf(refused)).toMatchObject({ status: 503 })
    expect(refused.headers['retry-after']).toBeDefined()
    open()
    expect((await working).statusCode).toBeLessThan(300)
  }
  app.engine.work = async () => {}
  expect((await send(member)).statusCode).toBe(200)
})

test('there are only so many in a minute', async () => {
  const member = await signedIn(app)
  for (let sent = 0; sent < 180; sent += 1) await send(member)
  expect(errorOf(await send(member))).toMatchObject({ status: 429 })
})
