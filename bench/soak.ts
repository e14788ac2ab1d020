/**
 * npx tsx bench/soak.ts [minutes, 20 by default]
 *
 * Does anything grow? A server of its own gets good, odd and damaged files on all routes, clients that leave, repeated and
 * refused requests, for a long time and never more than a few at once. Every tenth of the time it prints what server and
 * workers hold: memory, handles, files in the temporary folder, open holds. The odd files come from the evaluation set;
 * without it, only those made here are used.
 */
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { samplePhoto } from '../test/support/project.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'

const AT_ONCE = 3
const ROWS = 10
const ODD_FILES = '../shared/eval/odd'
const ODD_MAX_BYTES = 8_000_000
/** Results vanish while the soak runs, so that deletion is part of it. */
const RESULT_TTL_SECONDS = 60

interface Attempt {
  readonly route: string
  readonly fields: Readonly<Record<string, string>>
  readonly file: Buffer
}

const minutes = Math.min(180, Number(process.argv[2] ?? 20))
const files = [...(await madeHere()), ...(await oddFiles())]
const dataDir = await newDataDir()
const server = await startServer(dataDir, {
  WORKERS: '1',
  QUALITY: 'fast',
  RESULT_TTL_SECONDS: String(RESULT_TTL_SECONDS),
})
const { key } = await server.newKey({ credits: 1_000_000, rateLimit: 100_000 })
const statuses = new Map<string, number>()
const count = (status: string): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1)

try {
  console.log(`${files.length} files, ${minutes} minutes, ${AT_ONCE} requests at once; MB unless stated`)
  printRow(['minute', 'requests', 'server', 'worker', 'handles', 'tmp files', 'results', 'metrics: queue'])
  const endsAt = Date.now() + minutes * 60_000
  const clients = Array.from({ length: AT_ONCE }, () => keepAsking(endsAt))
  for (let row = 0; row <= ROWS; row++) {
    await printState((row * minutes) / ROWS)
    if (row < ROWS) await sleep((minutes * 60_000) / ROWS)
  }
  await Promise.all(clients)
  await sleep(2000)
  await printState(minutes)
  console.log(
    [...statuses]
      .sort()
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
  )
} finally {
  server.signal('SIGTERM')
  await server.ended
  await removeDataDir(dataDir)
}

async function keepAsking(endsAt: number): Promise<void> {
  while (Date.now() < endsAt) await ask(anAttempt())
}

function anAttempt(): Attempt {
  const file = pick(files)
  return pick<Attempt>([
    { route: '/v1/remove', fields: { size: 'full' }, file },
    { route: '/v1/remove', fields: {}, file },
    { route: '/v1.0/removebg', fields: { size: 'auto', format: 'zip' }, file },
    { route: '/v1.0/cutout', fields: { size: 'full', channels: 'alpha' }, file },
    { route: '/v1/id-photo', fields: { spec: '1inch' }, file },
    { route: '/v1/portrait-style', fields: { style: 'ink-sketch' }, file },
    { route: '/v1/remove', fields: { size: 'enormous' }, file },
  ])
}

/** One in ten clients leaves early, one in ten repeats itself. */
async function ask({ route, fields, file }: Attempt): Promise<void> {
  const body = new FormData()
  body.append('image_file', new Blob([new Uint8Array(file)]), 'photo')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const chance = randomInt(10)
  const signal = AbortSignal.timeout(chance === 0 ? randomInt(20, 1500) : 120_000)
  const headers = { 'x-api-key': key, ...(chance === 1 && { 'idempotency-key': `order ${randomInt(20)}` }) }
  try {
    const answer = await fetch(server.baseUrl + route, { method: 'POST', headers, body, signal })
    await answer.arrayBuffer()
    count(String(answer.status))
  } catch {
    count(chance === 0 ? 'left' : 'failed')
  }
}

async function printState(minute: number): Promise<void> {
  const workers = await childrenOf(server.pid)
  const memory = await Promise.all(workers.map(residentMb))
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
  const waiting = /^silhouette_queue_waiting (\S+)/m.exec(metrics)?.[1] ?? '?'
  printRow([
    minute.toFixed(1),
    String([...statuses.values()].reduce((sum, times) => sum + times, 0)),
    String(await residentMb(server.pid)),
    memory.join('+'),
    String((await readdir(`/proc/${server.pid}/fd`)).length),
    String(await filesIn('tmp')),
    String(await filesIn('results')),
    waiting,
  ])
}

async function filesIn(folder: string): Promise<number> {
  const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (stat.replace(/.*\) /, '').split(' ')[1] === String(pid) && (await isNode(name))) found.push(Number(name))
  }
  return found
}

async function isNode(pid: string): Promise<boolean> {
  return (await readlink(`/proc/${pid}/exe`).catch(() => '')).includes('node')
}

async function madeHere(): Promise<Buffer[]> {
  const sample = await readFile(samplePhoto)
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
