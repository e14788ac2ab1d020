/** A server with one worker, to time whole HTTP requests: where their time goes, and what the processes need. */
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'
import { peakMemoryMb } from './peak-memory.js'

export const STEPS = ['decode', 'infer', 'compose', 'encode'] as const

export interface OneWorker {
  /** POSTs a photo to a route such as v1/remove and reads the whole response; throws unless it succeeds. */
  send(route: string, photo: Uint8Array, fields: Record<string, string>): Promise<Headers>
  /** Milliseconds spent in each of `STEPS` since the server started. */
  stepMs(): Promise<number[]>
  peakMb(): Promise<{ server: number | 'unknown'; worker: number | 'unknown' }>
}

export async function withOneWorker(
  settings: Record<string, string>,
  work: (worker: OneWorker) => Promise<void>,
): Promise<void> {
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, { WORKERS: '1', ...settings })
  try {
    const { pid } = JSON.parse(await server.printed(/"msg":"worker ready"/)) as { pid: number }
    const { key } = await server.newKey({ credits: 100_000, rateLimit: 100_000 })
    await work({
      send: async (route, photo, fields) => {
        const body = new FormData()
        body.append('image_file', new Blob([new Uint8Array(photo)]), 'photo.jpg')
        for (const [name, value] of Object.entries(fields)) body.append(name, value)
        const reply = await fetch(`${server.baseUrl}/${route}`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
        if (!reply.ok) throw new Error(`${route}: status ${reply.status}: ${await reply.text()}`)
        await reply.arrayBuffer()
        return reply.headers
      },
      stepMs: async () => {
        const text = await (await fetch(`${server.baseUrl}/metrics`)).text()
        const sums = text.matchAll(/^silhouette_step_seconds_sum\{step="(\w+)"\} (\S+)$/gm)
        const seconds = new Map(Array.from(sums, ([, step, sum]) => [step, Number(sum)]))
        return STEPS.map((step) => 1000 * (seconds.get(step) ?? 0))
      },
      peakMb: async () => ({ server: await peakMemoryMb(server.pid), worker: await peakMemoryMb(pid) }),
    })
  } finally {
    server.signal('SIGTERM')
    await server.ended
    await removeDataDir(dataDir)
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
