/**
 * npx tsx bench/soak.ts [minutes, 20 by default] [--fleet] [--faults]     after npm run build; on Linux
 *
 * Does anything grow, get lost or get charged twice? One server, or with --fleet two behind nginx with a machine of workers,
 * PostgreSQL, Redis and S3, gets good, odd and damaged files on all routes, clients that leave, repeated and refused requests,
 * for a long time and never more than a few at once. With --faults parts fail at random moments: workers killed, servers
 * restarted, in a fleet also the machine of workers killed, Redis and S3 cut off.
 *
 * Every tenth of the time it prints what servers and workers hold: memory, handles, files in the temporary folders. At the end
 * it waits until leases have run out, and holds the books against what clients were told; what does not agree, or is left
 * behind, is a failure. The odd files come from the evaluation set; without it, only those made here are used.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { readSamplePhoto } from '../eval/networks.js'
import { type Audit, auditOf, type Told } from '../test/support/books.js'
import { childrenOf } from '../test/support/children.js'
import { cutOff, type Fault, killed, restarted } from '../test/support/faults.js'
import { builtServer } from '../test/support/fleet.js'
import { freePort } from '../test/support/free-port.js'
import { executable as nginx, nginxBefore } from '../test/support/nginx.js'
import { openAccount } from '../test/support/open-account.js'
import { evaluationSet } from '../test/support/project.js'
import { newDataDir, removeDataDir } from '../test/support/server.js'
import { startWholeFleet } from '../test/support/whole-fleet.js'

const AT_ONCE = 4
const ROWS = 10
const ODD_FILES = path.join(evaluationSet, 'odd')
const ODD_MAX_BYTES = 8_000_000
const CREDITS = 1_000_000
const TRIES = 200
const BETWEEN_TRIES_MS = 500
/** Leases of 60 s and objects of jobs that were left behind, 260 s; a sweep every 30 s removes them. */
const PUT_AWAY_MS = 330_000
const SETTINGS = {
  WORKERS: '1',
  QUALITY: 'fast',
  STYLE_PREVIEWS: 'asked',
  RATE_LIMIT_PER_MINUTE: '100000',
  RESULT_TTL_SECONDS: '60', // results vanish while the soak runs, so that deletion is part of it
}

/** What is soaked: one server, or a fleet. */
interface Installation {
  readonly baseUrl: string
  readonly settings: Record<string, string>
  readonly dataDirs: readonly string[]
  readonly faults: readonly Fault[]
  serverPids(): number[]
  /** Of the processes whose children the workers are. */
  workerParents(): number[]
  /** What jobs have left in the store. */
  jobObjects(): Promise<number>
  close(): Promise<void>
}

interface Attempt {
  readonly route: string
  readonly fields: Readonly<Record<string, string>>
  readonly file: Buffer
  /** Unless the answer itself says it. */
  readonly price: number
}

/** One of them asks with an Idempotency-Key until there is an answer, and so hears of everything; the other asks once. */
interface Customer {
  readonly name: string
  readonly id: string
  readonly key: string
  readonly insists: boolean
  readonly told: Told[]
}

const OUTCOMES = ['served', 'declined', 'refused', 'away', 'left', 'failed'] as const
type Outcome = (typeof OUTCOMES)[number]

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { fleet: { type: 'boolean', default: false }, faults: { type: 'boolean', default: false } },
})
const minutes = Math.min(180, Number(positionals[0] ?? 20))
const files = [...(await madeHere()), ...(await oddFiles())]
const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
const injected = new Map<string, number>()
const failures = new Map<string, number>()
const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

const installation = await (options.fleet ? aFleet() : oneServer())
try {
  const customers = await Promise.all([aCustomer('insists', true), aCustomer('asks once', false)])
  console.log(`${files.length} files, ${minutes} minutes, ${AT_ONCE} requests at once; MB unless stated`)
  printRow(['minute', 'requests', 'servers', 'workers', 'handles', 'tmp files', 'faults'])
  const endsAt = Date.now() + minutes * 60_000
  const busy = [
    ...Array.from({ length: AT_ONCE }, (_, i) => keepAsking(customers[i % customers.length]!, endsAt)),
    ...(options.faults ? [keepInjecting(endsAt)] : []),
  ]
  for (let row = 0; row <= ROWS; row++) {
    await printState((row * minutes) / ROWS)
    if (row < ROWS) await sleep((minutes * 60_000) / ROWS)
  }
  await Promise.all(busy)
  await printVerdict(customers)
} finally {
  await installation.close()
}

async function oneServer(): Promise<Installation> {
  const dataDir = await newDataDir()
  const port = await freePort()
  const settings = { ...SETTINGS, DATA_DIR: dataDir, PORT: String(port) }
  const server = builtServer('server', settings)
  await server.start()
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    settings,
    dataDirs: [dataDir],
    faults: [workerKilled(() => [server.pid()]), restarted(server)],
    serverPids: () => [server.pid()],
    workerParents: () => [server.pid()],
    jobObjects: async () => 0,
    close: async () => {
      await server.stop()
      await removeDataDir(dataDir)
    },
  }
}

async function aFleet(): Promise<Installation> {
  if (!nginx) throw new Error('A fleet needs nginx: install Debian’s nginx-light, or set NGINX to its path')
  const asByDefault = { DRAIN_SECONDS: '' }
  const settings = { ...SETTINGS, ...asByDefault, TRUSTED_PROXIES: '1' }
  const fleet = await startWholeFleet(settings, { entrance: nginxBefore, throughCables: true })
  const { servers, workers, cables } = fleet
  const workerParents = (): number[] => [workers.pid()]
  return {
    ...fleet,
    faults: [
      ...[workerKilled(workerParents), killed(workers), ...servers.map(restarted)],
      ...[cutOff('Redis', cables!.redis), cutOff('S3', cables!.s3)],
    ],
    serverPids: () => servers.map((server) => server.pid()),
    workerParents,
    jobObjects: async () => (await fleet.objects()).filter((key) => key.startsWith('jobs/')).length,
  }
}

function workerKilled(parents: () => number[]): Fault {
  return {
    name: 'worker killed',
    inject: async () => {
      const workers = (await Promise.all(parents().map(childrenOf))).flat()
      if (workers.length > 0) process.kill(pick(workers), 'SIGKILL')
    },
  }
}

async function aCustomer(name: string, insists: boolean): Promise<Customer> {
  const account = await openAccount(installation.settings, name.replace(' ', '-'), CREDITS)
  return { ...account, name, insists, told: [] }
}

async function keepInjecting(endsAt: number): Promise<void> {
  while (Date.now() < endsAt) {
    await sleep(randomInt(2000, 15_000))
    const fault = pick(installation.faults)
    await fault.inject()
    count(injected, fault.name)
  }
}

async function keepAsking(customer: Customer, endsAt: number): Promise<void> {
  while (Date.now() < endsAt) {
    const attempt = anAttempt()
    customer.told.push(
      await (customer.insists ? insist(customer, attempt) : ask(customer, attempt)).then(({ told }) => told),
    )
  }
}

function anAttempt(): Attempt {
  const file = pick(files)
  return pick<Attempt>([
    { route: '/v1/remove', fields: { size: 'full' }, file, price: 1 },
    { route: '/v1/remove', fields: {}, file, price: 0 },
    { route: '/v1.0/removebg', fields: { size: 'auto', format: 'zip' }, file, price: 1 },
    { route: '/v1.0/cutout', fields: { size: 'full', channels: 'alpha' }, file, price: 1 },
    { route: '/v1/id-photo', fields: { spec: '1inch' }, file, price: 1 },
    { route: '/v1/portrait-style', fields: { style: 'ink-sketch' }, file, price: 2 },
    { route: '/v1/remove', fields: { size: 'enormous' }, file, price: 0 },
  ])
}

interface Reply {
  readonly outcome: Outcome
  readonly told: Told
}

/** One in ten clients leaves early. */
async function ask({ key }: Customer, attempt: Attempt, idempotencyKey?: string): Promise<Reply> {
  const { route, fields, file, price } = attempt
  const body = new FormData()
  body.append('image_file', new Blob([new Uint8Array(file)]), 'photo')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const leaves = randomInt(10) === 0
  const signal = AbortSignal.timeout(leaves ? randomInt(20, 1500) : 180_000)
  const headers = { 'x-api-key': key, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
  const reply = await fetch(installation.baseUrl + route, { method: 'POST', headers, body, signal })
    .then(async (answer) => {
      await answer.arrayBuffer()
      const outcome = outcomeOf(answer.status)
      if (outcome === 'failed') count(failures, String(answer.status))
      const charged = Number(answer.headers.get('x-credits-charged') ?? price)
      if (outcome === 'served') return { outcome, told: { charged } }
      return { outcome, told: { charged: 0, ...(outcome === 'failed' && { mayBeCharged: price }) } }
    })
    .catch((error: Error) => {
      const cause = String(error.cause ?? error)
      if (cause.includes('ECONNREFUSED')) return { outcome: 'away' as const, told: { charged: 0 } }
      if (!leaves) count(failures, cause)
      return { outcome: leaves ? ('left' as const) : ('failed' as const), told: { charged: 0, mayBeCharged: price } }
    })
  outcomes[reply.outcome] += 1
  if (reply.outcome !== 'served' && reply.outcome !== 'declined') await sleep(BETWEEN_TRIES_MS)
  return reply
}

function outcomeOf(status: number): Outcome {
  if (status < 300) return 'served'
  if (status === 429 || status === 503) return 'refused'
  return status < 500 ? 'declined' : 'failed'
}

async function insist(customer: Customer, attempt: Attempt): Promise<Reply> {
  const idempotencyKey = randomUUID()
  for (let tried = 1; ; tried++) {
    const reply = await ask(customer, attempt, idempotencyKey)
    if (reply.outcome === 'served' || reply.outcome === 'declined' || tried === TRIES) return reply
  }
}

async function printState(minute: number): Promise<void> {
  const servers = installation.serverPids()
  const workers = (await Promise.all(installation.workerParents().map(childrenOf))).flat()
  const handles = await Promise.all(servers.map((pid) => readdir(`/proc/${pid}/fd`).catch(() => [])))
  printRow([
    minute.toFixed(1),
    String(requests()),
    (await Promise.all(servers.map(residentMb))).join('+'),
    (await Promise.all(workers.map(residentMb))).join('+'),
    handles.map(({ length }) => length).join('+'),
    String(await temporaryFiles()),
    String([...injected.values()].reduce((sum, times) => sum + times, 0)),
  ])
}

async function printVerdict(customers: readonly Customer[]): Promise<void> {
  const look = async () => ({
    audits: await Promise.all(customers.map(({ id, told }) => auditOf(installation.settings, id, told))),
    left: { 'temporary files': await temporaryFiles(), 'objects of jobs': await installation.jobObjects() },
  })
  const isClean = ({ audits, left }: Awaited<ReturnType<typeof look>>): boolean =>
    audits.every(({ faults }) => faults.length === 0) && Object.values(left).every((files) => files === 0)
  let seen = await look()
  for (const until = Date.now() + PUT_AWAY_MS; !isClean(seen) && Date.now() < until; seen = await look())
    await sleep(2000)

  const line = (name: string, value: unknown): void => console.log(`${name.padEnd(44)} ${value}`)
  const list = (counts: Map<string, number>): string =>
    [...counts].map(([name, times]) => `${name} ${times}×`).join(', ')
  console.log('')
  line('requests sent', requests())
  line('  served', outcomes.served)
  line('  declined: a bad file or parameter (4xx)', outcomes.declined)
  line('  refused: come back later (429, 503)', outcomes.refused)
  line('  away: the one server did not listen', outcomes.away)
  line('  left by the client', outcomes.left)
  line('  failed: anything else', `${outcomes.failed}${failures.size > 0 ? ` (${list(failures)})` : ''}`)
  line('faults', list(injected) || 'none')
  for (const [i, { name }] of customers.entries()) line(`books of the client who ${name}`, inWords(seen.audits[i]!))
  for (const [what, files] of Object.entries(seen.left)) line(`${what} left`, files)
  if (!isClean(seen)) process.exitCode = 1
}

function inWords({ charged, told, unheard, faults }: Audit): string {
  const lost = unheard > 0 ? `, at most ${unheard} for responses that no client received` : ''
  return `${faults.join('; ') || 'exact'}: charged ${charged}, told ${told}${lost}`
}

function requests(): number {
  return OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0)
}

async function temporaryFiles(): Promise<number> {
  const found = await Promise.all(
    installation.dataDirs.map((dataDir) =>
      readdir(path.join(dataDir, 'tmp'), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  )
  return found.flat().filter((entry) => entry.isFile()).length
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '') // it may just have ended
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

async function madeHere(): Promise<Buffer[]> {
  const sample = await readSamplePhoto()
  const small = await sharp(sample).resize({ width: 700 }).jpeg().toBuffer()
  const portrait = await sharp(sample).extract({ left: 45, top: 292, width: 618, height: 795 }).jpeg().toBuffer()
  const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#88a' } })
    .png()
    .toBuffer()
  return [small, portrait, plain, small.subarray(0, small.length / 2), Buffer.from('no picture'), Buffer.alloc(0)]
}

async function oddFiles(): Promise<Buffer[]> {
  if (!existsSync(ODD_FILES)) return []
  const names = await readdir(ODD_FILES)
  const read = await Promise.all(names.map((name) => readFile(path.join(ODD_FILES, name))))
  return read.filter(({ length }) => length < ODD_MAX_BYTES)
}

function pick<T>(from: readonly T[]): T {
  return from[randomInt(from.length)]!
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(11)).join(' '))
}
