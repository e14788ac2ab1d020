/** A photo by its web address, for the playground: pictures only, for members only, and only so many. */
import { expect, test } from 'vitest'
import { PHOTO, useApp } from './app.js'
import { errorOf, signedIn } from './browser.js'

const app = useApp()
const linked = () => ({ url: `http://${app.originHost}/photo.png` })

test('a member gets the picture, byte for byte, as data that no browser shows', async () => {
  const answer = await (await signedIn(app)).post('/web/linked-photo', linked())
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/octet-stream'])
  expect(answer.rawPayload).toEqual(PHOTO)
})

test('anything but a picture stays where it is', async () => {
  app.origin = (_, response) => response.end('{"secret": true}')
  const answer = await (await signedIn(app)).post('/web/linked-photo', linked())
  expect(errorOf(answer)).toEqual({ status: 422, code: 'invalid_image', parameter: 'url' })
  expect(answer.body).not.toContain('secret')
})

test('private hosts are refused, and so is a photo too many', async () => {
  const browser = await signedIn(app)
  const answer = await browser.post('/web/linked-photo', { url: 'http://127.0.0.1:1/photo.png' })
  expect(errorOf(answer)).toMatchObject({ status: 400, parameter: 'url' })
  for (let sent = 1; sent < 20; sent += 1) await browser.post('/web/linked-photo', linked())
  expect(errorOf(await browser.post('/web/linked-photo', linked()))).toMatchObject({ status: 429 })
})
