/** A fleet on stores of its own, each in a process that can be killed: two servers, two machines with one worker each. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { builtServer, builtWorkers, type Member, member, redisNode, redisServer } from '../../test/support/fleet.js'
import { freePort } from '../../test/support/free-port.js'
import { postgresNode, postgresPrograms } from '../../test/support/postgres-node.js'
import { projectFile } from '../../test/support/project.js'
import { keepFolders } from '../../test/support/s3-service.js'
import { newDataDir, removeDataDir } from '../../test/support/server.js'
import type { Stores } from './left-behind.js'

export interface Fleet extends Stores {
  readonly addresses: readonly string[]
  /** For whoever opens the database beside it. */
  readonly settings: Record<string, string>
  readonly servers: readonly Member[]
  readonly machines: readonly Member[]
  readonly postgres: Member
  readonly redis: Member
  readonly redisUrl: string
  readonly s3: Member
  close(): Promise<void>
}

const BUCKET = 'pictures'
/** Short, so that what a killed server leaves behind is overdue after three minutes. */
const SETTINGS = {
  ENGINE: 'queue',
  WORKERS: '1',
  THREADS_PER_WORKER: '1',
  QUALITY: 'fast',
  MAX_WAIT_SECONDS: '15',
  JOB_TIMEOUT_MS: '30000',
  RATE_LIMIT_PER_MINUTE: '100000',
  STYLE_PREVIEWS: 'asked',
  LOG_LEVEL: 'warn',
}

export async function startFleet(more: Record<string, string> = {}): Promise<Fleet> {
  const [programs, redisCommand] = [postgresPrograms(), redisServer()]
  if (!programs || !redisCommand) throw new Error('Needs the programs of PostgreSQL, and redis-server')
  const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-faults-'))
  const bucket = path.join(folder, BUCKET)
  await keepFolders(bucket)
  const ports = await Promise.all(Array.from({ length: 5 }, freePort))
  const [postgresPort, redisPort, s3Port, ...serverPorts] = ports as [number, number, number, number, number]
  const postgres = postgresNode(programs, postgresPort)
  const redis = redisNode(redisCommand, redisPort, folder, 'everysec')
  const s3Args = ['--import', 'tsx', projectFile('bench/faults/s3-process.ts'), folder, String(s3Port)]
  const s3 = member('s3', process.execPath, s3Args, {}, /^listening/)
  const stores = [postgres, redis, s3]
  const redisUrl = `redis://127.0.0.1:${redisPort}`
  const settings = {
    ...SETTINGS,
    DATABASE_URL: postgres.url,
    REDIS_URL: redisUrl,
    STORAGE_URL: `s3://S3RVER:S3RVER@${BUCKET}?endpoint=http://127.0.0.1:${s3Port}&region=eu-central-1`,
    ...more,
  }
  const dataDirs: string[] = []
  const newNode = async (node: typeof builtServer, name: string, own: Record<string, string> = {}): Promise<Member> => {
    const dataDir = await newDataDir()
    dataDirs.push(dataDir)
    return node(name, { ...settings, LOG_LEVEL: 'info', DATA_DIR: dataDir, ...own })
  }
  const servers = await Promise.all(
    serverPorts.map((port, i) => newNode(builtServer, `server ${i + 1}`, { PORT: String(port) })),
  )
  const machines = await Promise.all([1, 2].map((number) => newNode(builtWorkers, `machine ${number}`)))
  const nodes = [...servers, ...machines]
  const close = async (): Promise<void> => {
    await Promise.all([...nodes, ...stores].map((part) => part.kill()))
    postgres.remove()
    await Promise.all([...dataDirs.map(removeDataDir), rm(folder, { recursive: true, force: true })])
  }
  try {
    await Promise.all(stores.map((store) => store.start()))
    await Promise.all(nodes.map((node) => node.start()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    addresses: serverPorts.map((port) => `http://127.0.0.1:${port}`),
    settings,
    servers,
    machines,
    postgres,
    redis,
    redisUrl,
    s3,
    query: async (text) => {
      const client = new Client({ connectionString: postgres.url })
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    },
    objects: () => objectsIn(bucket),
    close,
  }
}

/** As the S3 server of the tests keeps them. */
async function objectsIn(bucket: string): Promise<string[]> {
  const suffix = '._S3rver_object'
  const entries = await readdir(bucket, { recursive: true })
  return entries.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length))
}
