/**
 * npx tsx bench/costs.ts (after npm run build; on Linux)
 *
 * What one paid cut-out costs, for bench/capacity.ts: seconds of a core in server and worker at 1 and 12 megapixels, size of
 * the result, and with DATABASE_URL transactions of PostgreSQL. Seconds of a core depend less on other load than times do.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import sharp from 'sharp'
import { samplePhoto } from '../test/support/project.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'

const ROUNDS = 12
const TICKS_PER_SECOND = 100
const database = process.env.DATABASE_URL

const coreSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** PostgreSQL tells them with a delay of up to a second. */
async function transactions(): Promise<number> {
  if (!database) return Number.NaN
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const client = new Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return Number(rows[0]?.count)
}

const dataDir = await newDataDir()
const server = await startServer(dataDir, { WORKERS: '1' })
try {
  const worker = (JSON.parse(await server.printed(/"msg":"worker ready"/)) as { pid: number }).pid
  const { key } = await server.newKey({ credits: 1000, rateLimit: 100_000 })
  for (const megapixels of [1, 12]) {
    const width = Math.round(Math.sqrt(megapixels * 1e6 * 1.25))
    const size = { width, height: Math.round(width / 1.25), fit: 'cover' as const }
    const photo = await sharp(await readFile(samplePhoto))
      .resize(size)
      .jpeg({ quality: 90 })
      .toBuffer()
    const send = async (): Promise<number> => {
      const body = new FormData()
      body.append('image_file', new Blob([photo]), 'photo.jpg')
      body.append('size', 'full')
      const headers = { 'X-Api-Key': key }
      const reply = await fetch(`${server.baseUrl}/v1/remove`, { method: 'POST', headers, body })
      if (reply.status !== 201) throw new Error(await reply.text())
      const { url } = (await reply.json()) as { url: string }
      return Number((await fetch(url, { method: 'HEAD' })).headers.get('content-length'))
    }
    for (let warm = 0; warm < 3; warm++) await send()
    const before = { server: coreSeconds(server.pid), worker: coreSeconds(worker), transactions: await transactions() }
    const startedAt = performance.now()
    let bytes = 0
    for (let round = 0; round < ROUNDS; round++) bytes = await send()
    const seconds = (performance.now() - startedAt) / 1000 / ROUNDS
    const each = (after: number, earlier: number): string => ((after - earlier) / ROUNDS).toFixed(3)
    console.log(
      `${megapixels} MP, ${Math.round(photo.length / 1000)} kB: ${seconds.toFixed(2)} s; ` +
        `worker ${each(coreSeconds(worker), before.worker)} core-seconds, ` +
        `server ${each(coreSeconds(server.pid), before.server)}; result ${Math.round(bytes / 1000)} kB; ` +
        `transactions ${each(await transactions(), before.transactions)} (with a look at the result)`,
    )
  }
} finally {
  server.signal('SIGTERM')
  await server.ended
  await removeDataDir(dataDir)
}
