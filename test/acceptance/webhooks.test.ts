/** kill -9 between sending an event and noting that it was sent: it arrives again, with the same id, and is not lost. */
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { eventually } from '../support/eventually.js'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import { answerWith, idsOf, neverAnswer, startReceiver, verified } from '../support/webhook-receiver.js'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const dataDir = await newDataDir()
const receiver = await startReceiver(neverAnswer)
let server: TestServer
const start = async (): Promise<void> => {
  server = await startServer(dataDir, { WORKERS: '1', QUALITY: 'fast', FETCH_ALLOW: receiver.host })
}

afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  await receiver.close()
  await removeDataDir(dataDir)
})

test('an event that was being sent when the server was killed is sent again by the next one', async () => {
  await start()
  const db = await openSqliteDatabase(path.join(dataDir, 'silhouette.db'), Date.now)
  const facts = { id: 'acc_w', email: 'ann@example.com', passwordHash: null, credits: 0 }
  const { id: accountId } = (await db.accounts.create(facts))!
  await db.webhooks.createWithin(5, { id: 'wh_1', accountId, url: receiver.url, secret: SECRET })
  await db.webhookEvents.record({ accountId, type: 'job.finished', data: {} })
  await eventually(() => expect(receiver.arrived).toHaveLength(1))
  server.signal('SIGKILL')
  await server.ended
  const log = async () => (await db.webhookDeliveries.page('wh_1', { limit: 5 })).items
  expect(await log()).toMatchObject([{ state: 'waiting', tries: 0 }])

  receiver.answer = answerWith(200)
  await start()
  await eventually(async () => expect(await log()).toMatchObject([{ state: 'delivered', status: 200, tries: 1 }]))
  await db.close()
  expect(receiver.arrived).toHaveLength(2)
  expect(new Set(idsOf(receiver)).size).toBe(1)
  for (const arrival of receiver.arrived) await verified(arrival, SECRET, Date.now())
})
