/** What the operator's overview costs the database. */
import path from 'node:path'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { loadConfig } from '../../src/config/load.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { createIncidents } from '../../src/service/operator/incidents.js'
import { createServerStatus } from '../../src/service/operator/server-status.js'
import { openStorage } from '../../src/storage/open.js'
import { FakeEngine } from '../http/fake-engine.js'
import { manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

test('a count is used for a hundred times as long as it took; one that failed is not', async () => {
  const config = loadConfig({ DATA_DIR: temporaryFolder() })
  const clock = manualClock()
  const db = await openSqliteDatabase(path.join(config.dataDir, 'status.db'), clock.now)
  const storage = (await openStorage(config)).results
  const incidents = createIncidents(pino({ level: 'silent' }))
  const status = createServerStatus({ config, db, storage, engine: new FakeEngine(), clock: clock.now, incidents })
  const count = vi.spyOn(db.results, 'totals')

  for (let asked = 0; asked < 3; asked++) await status.totals()
  expect(count, 'it took no time').toHaveBeenCalledTimes(3)

  count.mockClear().mockImplementation(async () => {
    clock.advance(400)
    return { results: 200_000, bytes: 1 }
  })
  await Promise.all([status.totals(), status.totals()])
  clock.advance(39_999)
  expect((await status.totals()).storage.results).toBe(200_000)
  expect(count).toHaveBeenCalledTimes(1)
  clock.advance(1)
  count.mockImplementationOnce(async () => {
    clock.advance(400)
    throw new Error('away')
  })
  await expect(status.totals()).rejects.toThrow('away')
  await status.totals()
  expect(count).toHaveBeenCalledTimes(3)
  await db.close()
})
