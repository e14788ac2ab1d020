/** Stores that speak TLS only, with a certificate from an authority of the operator's own: `CA_FILE` names it. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRedisAddress } from '../../src/base/redis-place.js'
import { connectPostgresAsItIs } from '../../src/db/postgres.js'
import { mayStillComeUp } from '../../src/db/postgres-errors.js'
import { createSmtpMail } from '../../src/mail/smtp.js'
import { openRedisLink } from '../../src/redis/link.js'
import { openStorageAt } from '../../src/storage/open.js'
import { makeCertificates } from '../support/certificates.js'
import { type Member, member, redisServer } from '../support/fleet.js'
import { freePort } from '../support/free-port.js'
import { type PostgresNode, postgresNode, postgresPrograms } from '../support/postgres-node.js'
import { s3Service } from '../support/s3-service.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const [programs, redisCommand] = [postgresPrograms(), redisServer()]
const folder = temporaryFolder()
const { ca, caFile, certFile, keyFile } = makeCertificates(temporaryFolder())
const ADVICE = /authority of your own, name that one in CA_FILE/

describe.skipIf(!programs)('PostgreSQL', () => {
  let server: PostgresNode
  beforeAll(async () => {
    const tls = ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]
    server = postgresNode(programs!, await freePort(), tls)
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    server.remove()
  })
  const encrypted = async (more: string, authority?: string): Promise<boolean | undefined> => {
    const db = connectPostgresAsItIs({ url: `${server.url}?${more}`, ...(authority && { ca: authority }) })
    try {
      const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
      return (await asked).rows[0]?.ssl
    } finally {
      await db.destroy()
    }
  }

  test.each(['sslmode=verify-full', 'ssl=true', 'sslmode=no-verify'])('is believed: %s', async (mode) => {
    expect(await encrypted(mode, ca)).toBe(true)
  })

  test('is not believed without it; a server that starts does not wait for that to change', async () => {
    const trouble: unknown = await encrypted('sslmode=verify-full').catch((error: unknown) => error)
    expect(trouble).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(ADVICE) })
    expect(mayStillComeUp(trouble)).toBe(false)
  })

  test('an address may name certificates itself', async () => {
    expect(await encrypted(`sslmode=verify-full&sslrootcert=${caFile}`)).toBe(true)
    await expect(encrypted(`sslmode=verify-full&sslrootcert=${folder}/none`, ca)).rejects.toThrow(
      /^DATABASE_URL cannot be used \(ENOENT.*none.*correct it/,
    )
  })

  test('without TLS in the address there is none', async () => {
    expect(await encrypted('', ca)).toBe(false)
  })
})

describe.skipIf(!redisCommand)('Redis', () => {
  let servers: Member[]
  let addresses: string[]
  const tls = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', caFile]
  const options = ['--bind', '127.0.0.1', '--port', '0', '--tls-auth-clients', 'no', '--dir', folder, ...tls]
  beforeAll(async () => {
    const [port, sentinelPort] = [await freePort(), await freePort()]
    const settings = path.join(folder, 'sentinel.conf')
    writeFileSync(settings, `sentinel monitor main 127.0.0.1 ${port} 1\n`)
    const replication = ['--tls-replication', 'yes', '--tls-port']
    servers = [
      member('redis', redisCommand!, [...options, '--save', '', ...replication, String(port)], {}, /Ready to accept/),
      member(
        'sentinel',
        redisCommand!,
        [settings, '--sentinel', ...options, ...replication, String(sentinelPort)],
        {},
        /\+monitor master/,
      ),
    ]
    for (const server of servers) await server.start()
    addresses = [`rediss://127.0.0.1:${port}`, `rediss://127.0.0.1:${sentinelPort}?master=main`]
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))
  const ask = async (address: string, authority: { ca?: string }) => {
    const told: string[] = []
    const outage = { away: (reason: string) => void told.push(reason), back: () => {} }
    const link = await openRedisLink({ ...parseRedisAddress(address), ...authority }, outage, 10_000)
    const answer = await link.attempt((client) => client.ping())
    const heard = told.length > 0 ? undefined : await link.listening().ping()
    link.close()
    return { answer, heard, told: told.join() }
  }

  test.each(['by itself', 'by its Sentinel'])(
    '%s is believed, on every connection, and not without it',
    async (how) => {
      const address = addresses[how === 'by itself' ? 0 : 1]!
      expect(await ask(address, { ca })).toEqual({ answer: 'PONG', heard: 'PONG', told: '' })
      const { answer, told } = await ask(address, {})
      expect(answer).toBeUndefined()
      expect(told).toMatch(how === 'by itself' ? ADVICE : /All sentinels are unreachable/)
    },
  )
})

test('a mail server is believed, and not without it', async ({ onTestFinished }) => {
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) => {
    socket.on('error', () => {}).write('220 here\r\n')
    socket.on('data', (line) => socket.write(`${line}`.startsWith('QUIT') ? '221 bye\r\n' : '250 yes\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const place = { url: `smtps://127.0.0.1:${(server.address() as AddressInfo).port}`, from: 'photos@example.com' }
  await createSmtpMail({ ...place, ca }).ping()
  await expect(createSmtpMail(place).ping()).rejects.toThrow()
})

describe('an S3 store', async () => {
  const s3 = await s3Service({ cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') })

  test('is believed, and not without it', async () => {
    const place = await s3.newPlace()
    expect(place.endpoint).toMatch(/^https:/)
    const [believed, strange] = [await openStorageAt({ ...place, ca }), await openStorageAt(place)]
    await believed.results.ping()
    await expect(strange.results.ping()).rejects.toThrow(ADVICE)
    for (const storage of [believed, strange]) await storage.close()
  })
})
