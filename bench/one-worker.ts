/** A server with one worker, to time whole HTTP requests with one photo. */
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'
import { peakMemoryMb } from './peak-memory.js'

export interface OneWorker {
  /** Milliseconds until POST /v1/`route` responds. */
  timeOf(route: string, fields: Record<string, string>): Promise<number>
  peakMb(): Promise<number | 'unknown'>
}

export async function withOneWorker(photo: Uint8Array, work: (worker: OneWorker) => Promise<void>): Promise<void> {
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, { WORKERS: '1' })
  try {
    const { pid } = JSON.parse(await server.printed(/"msg":"worker ready"/)) as { pid: number }
    const { key } = await server.newKey({ credits: 100_000, rateLimit: 100_000 })
    await work({
      timeOf: async (route, fields) => {
        const body = new FormData()
        body.append('image_file', new Blob([new Uint8Array(photo)]), 'photo.jpg')
        for (const [name, value] of Object.entries(fields)) body.append(name, value)
        const headers = { 'X-Api-Key': key }
        const startedAt = performance.now()
        const reply = await fetch(`${server.baseUrl}/v1/${route}`, { method: 'POST', headers, body })
        if (reply.status !== 201) throw new Error(`${route}: status ${reply.status}: ${await reply.text()}`)
        return performance.now() - startedAt
      },
      peakMb: () => peakMemoryMb(pid),
    })
  } finally {
    server.signal('SIGTERM')
    await server.ended
    await removeDataDir(dataDir)
  }
}
