/**
 * The product as a fleet on this machine: two servers behind one entrance, a machine of workers, PostgreSQL, a Redis of its
 * own and S3. To its clients it is one address and one command line, as a single server is.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { type Cable, cableTo } from './cable.js'
import { builtServer, builtWorkers, type Member, redisNode, redisServer } from './fleet.js'
import { freePort } from './free-port.js'
import { startS3Service } from './s3-service.js'
import { newDataDir, removeDataDir } from './server.js'
import { postgresService } from './services.js'

export interface WholeFleet {
  readonly baseUrl: string
  /** For the command line. */
  readonly settings: Record<string, string>
  readonly servers: readonly Member[]
  readonly workers: Member
  /** One more machine of workers, not started yet. */
  moreWorkers(): Promise<Member>
  readonly cables?: { readonly redis: Cable; readonly s3: Cable }
  readonly dataDirs: readonly string[]
  /** Of the S3 store. */
  storeRequests(): number
  /** The keys of all objects in it. */
  objects(): Promise<string[]>
  close(): Promise<void>
}

/** What clients speak to, before the servers at these ports. */
export interface Entrance {
  readonly baseUrl: string
  close(): void | Promise<void>
}

type Node = (name: string, env: Record<string, string>) => Member

/** By default the product as it was built, behind a round-robin. */
export interface FleetParts {
  readonly server: Node
  readonly workers: Node
  readonly entrance: (ports: readonly number[]) => Promise<Entrance>
  /** Whether Redis and S3 can be cut off. */
  readonly throughCables: boolean
}

const asBuilt: FleetParts = { server: builtServer, workers: builtWorkers, entrance: roundRobin, throughCables: false }

export async function startWholeFleet(
  env: Record<string, string> = {},
  parts: Partial<FleetParts> = {},
): Promise<WholeFleet> {
  const { server: serverNode, workers: workersNode, entrance: openEntrance, throughCables } = { ...asBuilt, ...parts }
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
  const { bucket, region } = await s3.newPlace()
  const cables = throughCables && { redis: await cableTo('127.0.0.1', redisPort), s3: await cableTo(s3.host, s3.port) }
  const ports = [await freePort(), await freePort()]
  const entrance = await openEntrance(ports)
  const shared = {
    ENGINE: 'queue',
    BASE_URL: entrance.baseUrl,
    DATABASE_URL: database.href,
    REDIS_URL: `redis://127.0.0.1:${cables ? cables.redis.port : redisPort}`,
    STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=http://127.0.0.1:${(cables ? cables.s3 : s3).port}&region=${region}`,
    STYLE_PREVIEWS: 'asked',
    DRAIN_SECONDS: '0', // when all end together, nobody takes over
    ...env,
  }
  const dataDirs: string[] = []
  const nodes: Member[] = []
  const add = async (node: Node, name: string, more: Record<string, string> = {}): Promise<Member> => {
    const dataDir = await newDataDir()
    dataDirs.push(dataDir)
    const added = node(name, { ...shared, DATA_DIR: dataDir, ...more })
    nodes.push(added)
    return added
  }
  const servers: Member[] = []
  for (const [i, port] of ports.entries()) {
    servers.push(await add(serverNode, `server ${i + 1}`, { PORT: String(port) }))
  }
  const workers = await add(workersNode, 'workers')
  await Promise.all(nodes.map((node) => node.start()))

  return {
    baseUrl: entrance.baseUrl,
    settings: { ...shared, DATA_DIR: dataDirs[0]! },
    servers,
    workers,
    moreWorkers: () => add(workersNode, 'more workers'),
    ...(cables && { cables }),
    dataDirs,
    storeRequests: s3.requests,
    objects: () => s3.objectsIn(bucket),
    close: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await entrance.close()
      if (cables) await Promise.all([cables.redis.cut(), cables.s3.cut()])
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
async function roundRobin(ports: readonly number[]): Promise<Entrance> {
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
