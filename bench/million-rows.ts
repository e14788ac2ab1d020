/** A million results, logged requests and ledger entries of a thousand accounts; every other row is the first account's. */

export const ROWS = 1_000_000
const ACCOUNTS = 1000
const OPERATIONS = "(array['remove', 'id-photo', 'portrait-style'])[(n % 3 + 1)::int]"
const OWNER = `case when n % 2 = 0 then 1 else n / 2 % ${ACCOUNTS - 1} + 2 end`
const NOW = '(extract(epoch from now()) * 1000)::bigint'
const rows = (count: number): string => `generate_series(1::bigint, ${count}) n`

/** Three days of results, four weeks of requests, two years of entries. */
export const FILL: readonly string[] = [
  `insert into accounts (id, email, balance, held, created_at)
   select 'acc_' || n, 'person' || n || '@example.com', 1000000, 0, ${NOW} - n * 1000 from ${rows(ACCOUNTS)}`,
  `insert into api_keys (id, account_id, name, prefix, hash, last_used_at, created_at)
   select 'key_' || n, 'acc_' || n, 'shop', 'sk_x', 'hash_' || n, ${NOW}, ${NOW} from ${rows(ACCOUNTS)}`,
  `insert into results (id, account_id, key_id, operation, object_key, content_type, bytes, published, created_at, owner, expires_at)
   select md5(n::text), 'acc_' || ${OWNER}, 'key_' || ${OWNER}, ${OPERATIONS}, md5(n::text) || '.png', 'image/png', 300000,
     1, ${NOW} - n * 259, 'node/' || n, ${NOW} + 86400000 from ${rows(ROWS)}`,
  `insert into requests (id, account_id, key_id, method, route, status, code, duration_ms, credits, created_at)
   select md5(n::text), 'acc_' || ${OWNER}, 'key_' || ${OWNER}, 'POST', '/v1/remove', case when n % 20 < 2 then 422 else 201 end,
     case when n % 20 < 2 then 'invalid_image' end, 900, 1, ${NOW} - n * 2400 from ${rows(ROWS)}`,
  `insert into ledger (id, account_id, amount, reason, operation, key_id, result_id, created_at)
   select 'entry_' || n, 'acc_' || ${OWNER}, -1, 'charge', ${OPERATIONS}, 'key_' || ${OWNER}, md5(n::text), ${NOW} - n * 63000
   from ${rows(ROWS)}`,
  `insert into hourly_use (account_id, hour, images, credits)
   select account_id, hour, sum(images), sum(credits) from hourly_charges group by 1, 2`,
  `insert into audit (id, actor, action, subject, created_at)
   select 'act_' || n, 'person2@example.com', 'credits.grant', 'person1@example.com', ${NOW} - n * 1000 from ${rows(100_000)}`,
  'vacuum analyze',
]

/** What weeks without a server leave behind, beside results and requests. */
export const LEFT_BEHIND: readonly string[] = [
  `insert into answers (key_id, idempotency_key, fingerprint, answer, owner, expires_at)
   select 'key_' || ${OWNER}, n, 'abc', '{}', 'node/' || n, n from ${rows(ROWS)}`,
  `insert into sessions (id, account_id, csrf, created_at, last_seen_at, expires_at)
   select md5(n::text), 'acc_' || ${OWNER}, 'x', 0, 0, n from ${rows(ROWS)}`,
  `insert into api_keys (id, account_id, name, prefix, hash, session_id, created_at)
   select 'page_' || n, 'acc_' || ${OWNER}, 'page', 'sk_x', 'page_' || n, md5(n::text), 0 from ${rows(ROWS)}`,
  `insert into holds (id, account_id, key_id, amount, created_at, owner, expires_at)
   select 'hold_' || n, 'acc_' || ${OWNER}, 'key_' || ${OWNER}, 1, 0, 'node/' || n, n from ${rows(10_000)}`,
  `update accounts set held = open.amount
   from (select account_id, sum(amount) amount from holds group by 1) open where open.account_id = accounts.id`,
  'vacuum analyze',
]

/** The bookmark after the 100,000th row of the first account, or of all. */
export const farDown = (table: string, all = false): string =>
  `select created_at || '.' || id as bookmark from ${table} ${all ? '' : "where account_id = 'acc_1'"}
   order by created_at desc, id desc limit 1 offset 99999`
