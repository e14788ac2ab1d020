/** Pages of a list, whatever times its rows have and whatever is added while somebody turns pages. */
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerLine } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
/** How much time passes before each entry: often none at all. */
const pauses = fc.array(fc.constantFrom(0, 0, 1, 1000), { maxLength: 25 })

test('every entry that was there at first is shown exactly once, newest first', async () => {
  const clock = manualClock()
  const db = await openSqliteDatabase(path.join(folder, 'pages.db'), clock.now)
  let runs = 0
  await fc.assert(
    fc.asyncProperty(pauses, fc.integer({ min: 1, max: 8 }), fc.boolean(), async (gaps, limit, goesOn) => {
      const id = `acc_${++runs}`
      await db.accounts.create({ id, email: `${id}@example.com`, passwordHash: null, credits: 0 })
      for (const [index, gap] of gaps.entries()) {
        clock.advance(gap)
        await db.ledger.grant(id, index + 1)
      }
      const shown: LedgerLine[] = []
      for (let page = await db.ledger.page(id, { limit }); ; ) {
        expect(page.items.length).toBeLessThanOrEqual(limit)
        shown.push(...page.items)
        if (!page.next) break
        if (goesOn) await db.ledger.grant(id, 1000)
        page = await db.ledger.page(id, { limit, before: page.next })
      }
      expect(shown.map(({ amount }) => amount)).toEqual(gaps.map((_, index) => gaps.length - index))
    }),
    { numRuns: 40 },
  )
  await db.close()
})
