/**
 * The product as a fleet on this machine: two servers behind a round-robin, a machine of workers, PostgreSQL, a Redis of its
 * own and S3. To its clients it is one address and one command line, as a single server is.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { freePort, member, redisNode, redisServer } from './fleet.js'
import { projectFile } from './project.js'
import { startS3Service } from './s3-service.js'
import { newDataDir, removeDataDir } from './server.js'
import { postgresService } from './services.js'

export interface WholeFleet {
  readonly baseUrl: string
  /** For the command line. */
  readonly settings: Record<string, string>
  readonly processes: { readonly servers: readonly number[]; readonly workers: number }
  /** Of the S3 store. */
  storeRequests(): number
  close(): Promise<void>
}

export async function startWholeFleet(env: Record<string, string> = {}): Promise<WholeFleet> {
  const [postgres, redisCommand] = [await postgresService(), redisServer()]
  if (!postgres || !redisCommand) throw new Error('A fleet needs PostgreSQL and redis-server')
  const database = new URL(postgres)
  database.pathname = `/silhouette_${randomBytes(6).toString('hex')}`
  await onServer(postgres, `create database ${database.pathname.slice(1)}`)
  const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-fleet-'))
  const redisPort = await freePort()
  const redis = redisNode(redisCommand, redisPort, folder, 'everysec')
  await redis.start()
  const s3 = await startS3Service()
  const { bucket, endpoint, region } = await s3.newPlace()
  const ports = [await freePort(), await freePort()]
  const entrance = await roundRobin(ports)
  const shared = {
    ENGINE: 'queue',
    BASE_URL: entrance.baseUrl,
    DATABASE_URL: database.href,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=${endpoint}&region=${region}`,
    STYLE_PREVIEWS: 'asked',
    ...env,
  }
  const dataDirs = [await newDataDir(), await newDataDir(), await newDataDir()]
  const bin = projectFile('bin/silhouette')
  const servers = ports.map((port, i) =>
    member(
      `server ${i + 1}`,
      bin,
      ['serve'],
      { ...shared, DATA_DIR: dataDirs[i]!, PORT: String(port) },
      /"msg":"ready"/,
    ),
  )
  const workers = member('workers', bin, ['worker'], { ...shared, DATA_DIR: dataDirs[2]! }, /"msg":"taking jobs"/)
  await Promise.all([...servers, workers].map((node) => node.start()))

  return {
    baseUrl: entrance.baseUrl,
    settings: { ...shared, DATA_DIR: dataDirs[0]! },
    processes: { servers: servers.map((server) => server.pid()), workers: workers.pid() },
    storeRequests: s3.requests,
    close: async () => {
      await Promise.all([...servers, workers].map((node) => node.stop()))
      entrance.close()
      await redis.stop()
      await s3.close()
      await onServer(postgres, `drop database ${database.pathname.slice(1)} with (force)`)
      await Promise.all(dataDirs.map(removeDataDir))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** By connection: what passes is not read, so servers see exactly what their clients sent. */
async function roundRobin(ports: readonly number[]): Promise<{ baseUrl: string; close(): void }> {
  let turn = 0
  const server = createServer((client) => {
    const node = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    client.pipe(node).pipe(client)
    client.on('error', () => node.destroy()).on('close', () => node.destroy())
    node.on('error', () => client.destroy()).on('close', () => client.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
