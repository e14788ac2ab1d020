/**
 * npx tsx bench/upgrade.ts FOLDER        after npm run build
 *
 * Is a fleet of an earlier version replaced under load, and no request fails? FOLDER is a checkout of it in which `npm ci` was
 * run; 0.2 is the earliest. Its two servers and its worker are replaced in the order of docs/fleet.md, by servers and a worker
 * of this one, while two accounts ask all the time, with real networks. Each server is taken out of the list of addresses
 * some seconds before, as a proxy would. Then the ledger is held against what clients were told, and each picture is looked
 * at. Needs PostgreSQL and redis-server.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'
import { loadConfig } from '../src/config/load.js'
import { openDatabase } from '../src/db/open.js'
import { auditOf } from '../test/support/books.js'
import { builtServer, builtWorkers, type Member, member, TAKING_JOBS } from '../test/support/fleet.js'
import { productEnvironment } from '../test/support/project.js'
import { newDataDir, removeDataDir } from '../test/support/server.js'
import { startWholeFleet } from '../test/support/whole-fleet.js'
import { type Customer, keepAsking, newTally } from './faults/clients.js'
import { lookAt, makePhotos } from './faults/photos.js'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('npx tsx bench/upgrade.ts FOLDER: a checkout of the earlier version, with npm ci')
/** Before, between and after the steps. */
const LOAD_MS = 10_000
/** From being out of the proxy to SIGTERM: requests that are on their way arrive. */
const UNLISTED_MS = 3000

const NAMES = ['ann', 'bob']
const emailOf = (name: string): string => `${name}@example.com`

const bin = path.resolve(folder, 'bin/silhouette')
const ofOld = { cwd: path.resolve(folder) }
const ports: string[] = []
const settings = { WORKERS: '1', RATE_LIMIT_PER_MINUTE: '100000', MAX_WAIT_SECONDS: '60' }
const fleet = await startWholeFleet(settings, {
  server: (name, env) => {
    ports.push(env.PORT!)
    return member(`old ${name}`, bin, ['serve'], env, /"msg":"ready"/, ofOld)
  },
  workers: (name, env) => member(`old ${name}`, bin, ['worker'], env, TAKING_JOBS, ofOld),
})
const replaced: Member[] = []
const dataDirs: string[] = []
let good = false
try {
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  const customers = NAMES.map(open)
  const photos = await makePhotos()
  const tally = newTally()
  const load = { endsAt: Number.POSITIVE_INFINITY }
  const clients = customers.map((customer) => keepAsking(addresses, customer, photos, tally, load))

  await sleep(LOAD_MS)
  await begin(builtWorkers('new worker', { ...fleet.settings, DATA_DIR: await newFolder() }))
  for (const [i, old] of fleet.servers.entries()) {
    const [address] = addresses.splice(0, 1)
    await sleep(UNLISTED_MS)
    const code = await old.stop()
    if (code !== 0) throw new Error(`${old.name} ended with ${code}: ${old.output.slice(-3).join('\n')}`)
    await begin(builtServer(`new server ${i + 1}`, { ...fleet.settings, DATA_DIR: await newFolder(), PORT: ports[i]! }))
    addresses.push(address!)
    await sleep(LOAD_MS)
  }
  await fleet.workers.stop()
  await sleep(LOAD_MS)
  load.endsAt = Date.now()
  await Promise.all(clients)

  const ids = await accountIds()
  const audits = await Promise.all(customers.map(({ told }, i) => auditOf(fleet.settings, ids[i]!, told)))
  const pictures = await Promise.all(
    customers.flatMap(({ told }) =>
      told.map(async ({ resultId, photo }) => {
        const reply = await fetch(`${addresses[0]}/r/${resultId}.png`)
        return lookAt(photo, Buffer.from(await reply.arrayBuffer()))
      }),
    ),
  )
  const { requests, served, repeated, odd } = tally
  const tries = Object.entries(repeated).flatMap(([how, times]) => (times > 0 ? [`${times} tries ${how}`] : []))
  const wrong = [
    ...tries,
    ...odd,
    ...audits.flatMap(({ faults }) => faults),
    ...pictures.filter((fault) => fault !== undefined),
  ]
  const charged = audits.reduce((sum, audit) => sum + audit.charged, 0)
  console.log(`${requests} requests, ${served} answered, ${charged} charged; wrong: ${wrong.join('; ') || 'nothing'}`)
  good = wrong.length === 0 && served === requests
} finally {
  for (const node of replaced) await node.stop()
  await fleet.close()
  for (const dataDir of dataDirs) await removeDataDir(dataDir)
}
process.exit(good ? 0 : 1)

async function begin(node: Member): Promise<void> {
  replaced.push(node)
  await node.start()
  console.error(`${node.name} runs`)
}

async function newFolder(): Promise<string> {
  const dataDir = await newDataDir()
  dataDirs.push(dataDir)
  return dataDir
}

/** By the old program: this one would upgrade the tables. */
function open(name: string): Customer {
  const email = emailOf(name)
  old('account', 'create', '--email', email, '--credits', '100000')
  const key = old('key', 'create', '--email', email, '--name', name)
  return { id: '', key, oneInWithout: 0, told: [] }
}

async function accountIds(): Promise<string[]> {
  const db = await openDatabase(loadConfig(fleet.settings))
  try {
    const accounts = await Promise.all(NAMES.map((name) => db.accounts.findByEmail(emailOf(name))))
    return accounts.map((account) => account!.id)
  } finally {
    await db.close()
  }
}

function old(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(bin, args, {
    ...ofOld,
    env: productEnvironment(fleet.settings),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}
