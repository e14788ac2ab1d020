/** What operators did, and to whom. Entries are only appended; when an account goes, its addresses in them go as well. */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Clock } from '../base/clock.js'
import { nameOfDeleted } from '../base/deleted-account.js'
import { recordId } from '../base/random-ids.js'
import { containsText } from './contains-text.js'
import { endOfSearch, newestFirst, toPage } from './paging.js'
import type { AuditTrail } from './port.js'
import type { AccountsTable, Schema } from './schema.js'

export function createAuditTrail(db: Kysely<Schema>, clock: Clock): AuditTrail {
  return {
    write: async (entry) => {
      const now = clock()
      await db
        .insertInto('audit')
        .values({ id: recordId('act', now), ...entry, created_at: now })
        .execute()
    },
    page: async (search, page) => {
      const end = search === '' ? undefined : await endOfSearch(db.selectFrom('audit'), 'audit', page)
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .$if(search !== '', (query) =>
          query.where((eb) => eb.or([containsText('subject', search), containsText('actor', search)])),
        )
        .$call(newestFirst('audit', page, end))
        .execute()
      const entries = rows.map(({ created_at, ...entry }) => ({ ...entry, createdAt: created_at }))
      return toPage(entries, page, end)
    },
  }
}

type Deleted = Pick<AccountsTable, 'id' | 'email' | 'created_at'>

/**
 * The entries stay, without the addresses of an account that is being deleted. Only entries since the account was made,
 * and each address only up to the moment it was given up: before and after that, it may have been somebody else's.
 */
export async function forgetAddresses(tx: Kysely<Schema>, account: Deleted): Promise<void> {
  const name = nameOfDeleted(account.id)
  for (const { email, until } of await addressesOf(tx, account)) {
    const instead = (eb: ExpressionBuilder<Schema, 'audit'>, column: 'actor' | 'subject' | 'detail') =>
      sql<string>`${eb.case().when(column, '=', email).then(name).else(eb.ref(column)).end()}`
    await tx
      .updateTable('audit')
      .set((eb) => ({
        actor: instead(eb, 'actor'),
        subject: instead(eb, 'subject'),
        detail: instead(eb, 'detail'),
        note: sql<string>`replace(note, ${email}, ${name})`,
      }))
      .where('created_at', '>=', account.created_at)
      .$if(until !== undefined, (query) => query.where('created_at', '<=', until!))
      .where((eb) => eb.or([eb('actor', '=', email), eb('subject', '=', email), eb('detail', '=', email)]))
      .execute()
  }
}

interface Address {
  readonly email: string
  /** When the account gave it up. */
  readonly until?: number
}

/** From the one it has now back to the first: every change of an address left an entry that names both. */
async function addressesOf(tx: Kysely<Schema>, { email, created_at }: Deleted): Promise<Address[]> {
  const changes = await tx
    .selectFrom('audit')
    .select(['subject', 'detail', 'created_at as until'])
    .where('created_at', '>=', created_at)
    .where('action', '=', 'account.email')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const addresses: Address[] = [{ email }]
  for (const { subject, detail, until } of changes) {
    if (subject !== null && detail === addresses.at(-1)?.email) addresses.push({ email: subject, until })
  }
  return addresses
}
