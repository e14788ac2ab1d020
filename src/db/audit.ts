/** What operators did, and to whom. Entries are only appended. */
import type { Kysely } from 'kysely'
import type { Clock } from '../base/clock.js'
import { recordId } from '../base/random-ids.js'
import { containsText } from './contains-text.js'
import { endOfSearch, newestFirst, toPage } from './paging.js'
import type { AuditTrail } from './port.js'
import type { Schema } from './schema.js'

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
