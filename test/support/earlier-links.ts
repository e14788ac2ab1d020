/** Takes a database back to where links had two tables, with one pending link of each purpose. Account `acc` exists. */
import { expect } from 'vitest'
import type { Database } from '../../src/db/port.js'

const LATER = 9_000_000_000_000

export const BEFORE_ONE_TABLE_OF_LINKS = [
  'drop table webhook_deliveries',
  'drop table webhook_events',
  'drop table webhooks',
  'drop table job_items',
  'drop table batch_jobs',
  'drop table links',
  'alter table accounts drop column unlimited',
  'alter table accounts drop column rate_limit',
  'alter table requests drop column watermark',
  "delete from kysely_migration where name >= '0011_links'",
  `insert into password_links (id, account_id, expires_at) values ('password', 'acc', ${LATER})`,
  `insert into email_links (id, account_id, email, expires_at)
   values ('email', 'acc', 'new@example.com', ${LATER}), ('sign-up', null, 'bob@example.com', ${LATER})`,
]

export async function expectLinks({ links }: Database): Promise<void> {
  const [expiresAt, accountId] = [LATER, 'acc']
  expect([
    await links.take('password', 'new-password'),
    await links.take('email', 'new-email'),
    await links.take('sign-up', 'sign-up'),
  ]).toEqual([
    { id: 'password', purpose: 'new-password', accountId, expiresAt },
    { id: 'email', purpose: 'new-email', accountId, email: 'new@example.com', expiresAt },
    { id: 'sign-up', purpose: 'sign-up', email: 'bob@example.com', expiresAt },
  ])
}
