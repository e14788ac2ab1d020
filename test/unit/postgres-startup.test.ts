/** What a connection to PostgreSQL begins with. PgBouncer refuses everything that it does not know. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPostgresPool } from '../../src/db/postgres-pool.js'

/** What PgBouncer knows without being told to ignore it. */
const KNOWN = ['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone']
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const SET = Buffer.from([0x43, 0, 0, 0, 8, ...Buffer.from('SET\0')])

const server = createServer()
afterEach(() => server.close())

/** Length and version, then names and values, each ended by a zero. */
function startupOf(message: Buffer): Record<string, string> {
  const words = message.subarray(8, message.readInt32BE(0)).toString().split('\0')
  const pairs = words.flatMap((word, index) => (index % 2 === 0 && word !== '' ? [[word, words[index + 1]]] : []))
  return Object.fromEntries(pairs) as Record<string, string>
}

test('there is no setting in it that PgBouncer refuses; the time limit of statements follows', async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = createPostgresPool({
    url: `postgres://ann@127.0.0.1:${port}/photos`,
    connections: 1,
    patienceMs: { connect: 5000, statement: 8000 },
  })
  const connected = pool.connect()
  connected.catch(() => {}) // awaited below
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [startup] = (await once(socket, 'data')) as [Buffer]
  expect(startupOf(startup)).toMatchObject({ user: 'ann', database: 'photos' })
  expect(Object.keys(startupOf(startup)).filter((name) => !KNOWN.includes(name))).toEqual([])
  socket.write(Buffer.concat([AUTHENTICATED, READY]))
  const [query] = (await once(socket, 'data')) as [Buffer]
  socket.write(Buffer.concat([SET, READY]))
  ;(await connected).release()
  expect(query.toString()).toContain('set statement_timeout = 8000')
  await pool.end()
  socket.destroy()
})
