/** Do the servers that the settings name answer? Their addresses are shown without users and passwords. */
import { existsSync } from 'node:fs'
import type { Config } from '../../../config/config.js'
import { timeOfDatabase } from '../../../db/open.js'
import { databasePlaceOf, nameOfDatabase } from '../../../db/place.js'
import { openMail } from '../../../mail/open.js'
import { evictionAdvice } from '../../../redis/eviction.js'
import { nameOfStorage, openStorageAt, type Storage } from '../../../storage/open.js'
import { askRedis } from './ask-redis.js'
import { type Finding, ok, problem } from './finding.js'

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const place = databasePlaceOf(config)
  const name = nameOfDatabase(place)
  if ('file' in place) {
    return [ok('Database', existsSync(place.file) ? name : `${name} does not exist yet; the first start creates it`)]
  }
  try {
    await timeOfDatabase(config)
    return [ok('Database', `PostgreSQL answers at ${name}`)]
  } catch (error) {
    return [problem('Database', (error as Error).message, 'Start PostgreSQL, or correct DATABASE_URL')]
  }
}

export async function checkStorage({ storage: place }: Config): Promise<Finding[]> {
  if (!place) return [] // a folder in the data folder
  let storage: Storage | undefined
  try {
    storage = await openStorageAt(place)
    await storage.results.ping()
    return [ok('Storage', `${nameOfStorage(place)} can be written to and read`)]
  } catch (error) {
    const remedy = 'Start the store, correct STORAGE_URL and its key, or create the bucket'
    return [problem('Storage', (error as Error).message, remedy)]
  } finally {
    await storage?.close()
  }
}

export async function checkRedis({ redis, engine }: Pick<Config, 'redis' | 'engine'>): Promise<Finding[]> {
  if (!redis) return []
  const { host } = new URL(redis.url)
  const remedy = 'Start Redis, or correct REDIS_URL'
  try {
    const answer = await askRedis(redis, async (client) => ({ eviction: await evictionAdvice(client) }))
    if (!answer) return [problem('Redis', `no answer from ${host}`, remedy)]
    const found = ok('Redis', `answers at ${host}`)
    if (engine.kind === 'embedded' || !answer.eviction) return [found]
    return [found, problem('Redis', answer.eviction, 'maxmemory-policy noeviction in redis.conf; see docs/fleet.md')]
  } catch (error) {
    return [problem('Redis', (error as Error).message, remedy)]
  }
}

export async function checkMail(config: Config): Promise<Finding[]> {
  const mail = await openMail(config)
  if (!mail) return []
  try {
    await mail.ping()
    return [ok('Mail', `${mail.name} answers and accepts the login`)]
  } catch (error) {
    return [problem('Mail', (error as Error).message, 'Start the mail server, or correct SMTP_URL')]
  }
}
