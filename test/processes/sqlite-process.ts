/** One of several processes on the same file: opens it when told to, works on the account `acc`, and reports. */
import { systemClock } from '../../src/base/clock.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'

export interface Task {
  file: string
  rounds: number
}

export interface Report {
  charged: number
  error?: string
}

const lease = () => ({ owner: `${process.pid}/1`, expiresAt: systemClock() + 60_000 })

async function work({ file, rounds }: Task): Promise<Report> {
  const db = await openSqliteDatabase(file, systemClock)
  let charged = 0
  try {
    for (let round = 0; round < rounds; round++) {
      const id = `${process.pid}-${round}`
      await db.ledger.grant('acc', 1)
      const hold = await db.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: lease() })
      if (!hold) continue
      if (round % 2 === 0) {
        await db.ledger.release(hold.id)
        continue
      }
      const facts = { id, accountId: 'acc', keyId: 'key', operation: 'remove', objectKey: id }
      await db.results.announce({ ...facts, contentType: 'image/png', bytes: 1 }, lease())
      const result = { id, expiresAt: systemClock() + 60_000 }
      if (await db.settle({ accountId: 'acc', operation: 'remove', holdId: hold.id, result })) charged += 1
    }
  } finally {
    await db.close()
  }
  return { charged }
}

process.on('message', (task: Task) => {
  work(task)
    .catch((error: Error): Report => ({ charged: 0, error: error.message }))
    .then((report) => process.send?.(report))
})
process.send?.('ready')
