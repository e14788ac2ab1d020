/**
 * What every Database promises, whatever engine is behind it. Each part of the port has its own file.
 * Times come from a clock that the tests turn, so an engine must take every time from the clock it was given.
 */
import { describe, expect, test } from 'vitest'
import { linksContract, twoFactorsContract } from './database/account-security.js'
import { accountsContract } from './database/accounts.js'
import { apiKeysContract } from './database/api-keys.js'
import { auditContract } from './database/audit.js'
import { idempotencyRecordsContract } from './database/idempotency-records.js'
import { jobsContract } from './database/jobs.js'
import { leasesContract } from './database/leases.js'
import { ledgerContract } from './database/ledger.js'
import { requestsContract } from './database/requests.js'
import { resultsContract } from './database/results.js'
import { secretsContract } from './database/secrets.js'
import { sessionsContract } from './database/sessions.js'
import { databaseUnderTest, type OpenDatabase } from './database/under-test.js'
import { usageContract } from './database/usage.js'
import { webhooksContract } from './database/webhooks.js'

export function databaseContract(name: string, open: OpenDatabase): void {
  describe(`${name} keeps the Database promises`, () => {
    const subject = databaseUnderTest(open)

    describe('accounts', () => accountsContract(subject))
    describe('keys', () => apiKeysContract(subject))
    describe('ledger', () => ledgerContract(subject))
    describe('results', () => resultsContract(subject))
    describe('idempotency records', () => idempotencyRecordsContract(subject))
    describe('sessions', () => sessionsContract(subject))
    describe('secrets', () => secretsContract(subject))
    describe('a second factor', () => twoFactorsContract(subject))
    describe('links', () => linksContract(subject))
    describe('jobs', () => jobsContract(subject))
    describe('leases', () => leasesContract(subject))
    describe('usage', () => usageContract(subject))
    describe('requests', () => requestsContract(subject))
    describe('audit trail', () => auditContract(subject))
    describe('webhooks', () => webhooksContract(subject))

    test('opening it again finds everything as it was', async () => {
      const { db } = subject
      const account = await subject.newAccount(5)
      const key = await subject.newKey(account.id)
      const hold = await subject.newHold(account.id, 2)
      await subject.newResult('kept', { published: true })
      const before = [await db.accounts.list(), await db.keys.listOf(account.id), await db.results.find('kept')]

      const again = await subject.openAgain()
      expect([
        await again.accounts.list(),
        await again.keys.listOf(account.id),
        await again.results.find('kept'),
      ]).toEqual(before)
      expect(key.accountId).toBe(account.id)
      expect(await again.ledger.release(hold.id)).toBe(true)
    })

    test('a ping is answered while it is open, and fails once it is closed', async () => {
      await subject.db.ping()
      const again = await subject.openAgain()
      await again.ping()
      await again.close()
      await expect(again.ping()).rejects.toThrow()
      await subject.db.ping()
    })
  })
}
