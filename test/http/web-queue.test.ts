/** What the page tells somebody who waits. */
import { expect, test } from 'vitest'
import { useApp } from './app.js'
import { errorOf, signedIn } from './browser.js'

const app = useApp()

test('an account hears how its jobs stand; strangers hear nothing', async () => {
  const browser = await signedIn(app)
  const queueState = { running: 1, waiting: 2, next: { ahead: 3, waitMs: 4000, workMs: 1500 } }
  app.engine.queueState = queueState
  const answer = await browser.get('/web/queue')
  expect([answer.statusCode, answer.json()]).toEqual([200, queueState])
  const stranger = await app.get('/web/queue')
  expect([stranger.statusCode, errorOf(stranger).code]).toEqual([401, 'signed_out'])
})
