/** Images made and credits spent, by the hour. */
import { type Kysely, sql } from 'kysely'
import type { Usage, UsageCounter } from './port.js'
import type { Schema } from './schema.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function createUsageCounter(db: Kysely<Schema>): UsageCounter {
  return {
    daysOf: async (accountId, since) => {
      const rows = await db
        .selectFrom('hourly_use')
        .select((eb) => [
          sql<number>`hour / ${sql.lit(DAY_MS)}`.as('day'),
          eb.fn.sum<number>('images').as('images'),
          eb.fn.sum<number>('credits').as('credits'),
        ])
        .where('account_id', '=', accountId)
        .where('hour', '>=', since)
        .groupBy('day')
        .orderBy('day')
        .execute()
      return rows.map(({ day, images, credits }) => ({ day: day * DAY_MS, images, credits }))
    },
    totalSince: async (since) => {
      const { images, credits } = await db
        .selectFrom('hourly_use')
        .select((eb) => [
          eb.fn.sum<number | null>('images').as('images'),
          eb.fn.sum<number | null>('credits').as('credits'),
        ])
        .where('hour', '>=', since)
        .executeTakeFirstOrThrow()
      return { images: images ?? 0, credits: credits ?? 0 }
    },
    days: async ({ since, until, accountId }) => {
      const rows = await db
        .selectFrom('hourly_use')
        .innerJoin('accounts', 'accounts.id', 'hourly_use.account_id')
        .select((eb) => [
          'accounts.email',
          sql<number>`hour / ${sql.lit(DAY_MS)}`.as('day'),
          eb.fn.sum<number>('images').as('images'),
          eb.fn.sum<number>('credits').as('credits'),
        ])
        .where('hour', '>=', since)
        .where('hour', '<', until)
        .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
        .groupBy(['day', 'accounts.email'])
        .orderBy('day')
        .orderBy('accounts.email')
        .execute()
      return rows.map(({ email, day, images, credits }) => ({ email, day: day * DAY_MS, images, credits }))
    },
    operations: async ({ since, until, accountId }) => {
      const rows = await db
        .selectFrom('hourly_charges')
        .innerJoin('accounts', 'accounts.id', 'hourly_charges.account_id')
        .select((eb) => [
          'accounts.email',
          'operation',
          eb.fn.sum<number>('images').as('images'),
          eb.fn.sum<number>('credits').as('credits'),
        ])
        .where('hour', '>=', since)
        .where('hour', '<', until)
        .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
        .groupBy(['accounts.email', 'operation'])
        .orderBy('accounts.email')
        .orderBy('operation')
        .execute()
      return rows
    },
    operationsByDay: async ({ since, until, accountId }) => {
      const rows = await db
        .selectFrom('hourly_charges')
        .select((eb) => [
          sql<number>`hour / ${sql.lit(DAY_MS)}`.as('day'),
          'operation',
          eb.fn.sum<number>('images').as('images'),
          eb.fn.sum<number>('credits').as('credits'),
        ])
        .where('hour', '>=', since)
        .where('hour', '<', until)
        .where('account_id', '=', accountId)
        .groupBy(['day', 'operation'])
        .orderBy('day')
        .orderBy('operation')
        .execute()
      return rows.map(({ day, ...charged }) => ({ day: day * DAY_MS, ...charged }))
    },
  }
}

/** In the transaction of what it counts, so that both take effect or neither. */
export async function countUsage(
  db: Kysely<Schema>,
  now: number,
  accountId: string,
  { images, credits }: Usage,
): Promise<void> {
  await db
    .insertInto('hourly_use')
    .values({ account_id: accountId, hour: now - (now % HOUR_MS), images, credits })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hour']).doUpdateSet((eb) => ({
        images: eb('hourly_use.images', '+', images),
        credits: eb('hourly_use.credits', '+', credits),
      })),
    )
    .execute()
}
