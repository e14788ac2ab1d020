/**
 * Servers of others that some tests need. Where one is absent its tests are skipped, and the reason is printed; with
 * CI=true or SERVICES=required they fail instead.
 */
import { userInfo } from 'node:os'
import { Redis } from 'ioredis'
import { Client } from 'pg'

/** Where the service is, or undefined when it does not answer. */
async function service(name: string, variable: string, usual: string, probe: (url: string) => Promise<void>) {
  const url = process.env[variable] ?? usual
  try {
    await probe(url)
    return url
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string }
    const line = `${name} does not answer (${message || code}); start it, or set ${variable}`
    if (process.env.CI === 'true' || process.env.SERVICES === 'required') throw new Error(line, { cause })
    console.warn(`Skipped: the tests that need ${name}. ${line}.`)
    return undefined
  }
}

export const postgresService = (): Promise<string | undefined> =>
  service('PostgreSQL', 'TEST_POSTGRES_URL', `postgres://${userInfo().username}@127.0.0.1:5432/test`, async (url) => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 })
    await client.connect()
    await client.end()
  })

export const redisService = (): Promise<string | undefined> =>
  service('Redis', 'TEST_REDIS_URL', 'redis://127.0.0.1:6379', async (url) => {
    const client = new Redis(url, { lazyConnect: true, connectTimeout: 3000, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
    } finally {
      client.disconnect()
    }
  })
