/** The product as contender: a real server, whole requests, results downloaded. */
import { readFile, writeFile } from 'node:fs/promises'
import { loadConfig } from '../../src/config/load.js'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../../test/support/server.js'
import { peakMemoryMb } from '../peak-memory.js'
import { type BusyRun, type Contender, type Cost, type Job, runInLanes, sum } from './contender.js'
import { cpuSeconds } from './cpu-time.js'

const CLIENTS = 4
const ONE_THREAD_EACH = { WORKERS: '2', THREADS_PER_WORKER: '1' }

interface RunningServer {
  readonly setup: string
  cutOut(job: Job): Promise<Cost>
  allAtOnce(jobs: readonly Job[]): Promise<BusyRun>
  peakMb(): Promise<number | 'unknown'>
  stop(): Promise<void>
}

export async function startSilhouette(firstJob: Job): Promise<Contender> {
  const server = await start({}, firstJob)
  return {
    name: 'Silhouette',
    setup: `${server.setup}, 1 client`,
    cutOut: server.cutOut,
    peakMb: server.peakMb,
    allAtOnce: async (jobs) => {
      const withDefaults = await server.allAtOnce(jobs)
      await server.stop()
      const other = await start(ONE_THREAD_EACH, firstJob)
      try {
        return [withDefaults, await other.allAtOnce(jobs)]
      } finally {
        await other.stop()
      }
    },
    stop: server.stop,
  }
}

async function start(settings: Record<string, string>, firstJob: Job): Promise<RunningServer> {
  const { workers, threadsPerWorker } = loadConfig({ ...process.env, ...settings }).engine
  const setup = `${workers} x ${threadsPerWorker} threads`
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, settings)
  const { key } = await server.newKey({ credits: 100_000, rateLimit: 100_000 })

  const ofAllProcesses = <T>(measure: (pid: number) => Promise<T>): Promise<T[]> =>
    Promise.all([server.pid, ...workerPids(server)].map(measure))
  const cpuSoFar = async () => (await ofAllProcesses(cpuSeconds)).reduce((all, value) => all + value, 0)
  const peakMb = async () => sum(await ofAllProcesses(peakMemoryMb))
  const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
    const cpuBefore = await cpuSoFar()
    const startedAt = performance.now()
    await work()
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, cpuSeconds: (await cpuSoFar()) - cpuBefore }
  }
  const cutOut = (job: Job): Promise<Cost> => costOf(() => request(server.baseUrl, key, job))

  await cutOut(firstJob)
  return {
    setup,
    cutOut,
    allAtOnce: async (jobs) => {
      // CPU time cannot be told apart by client, so the total is measured once around all of them.
      const total = await costOf(() =>
        runInLanes(
          jobs,
          Array.from({ length: CLIENTS }, () => cutOut),
        ),
      )
      return { setup: `${setup}, ${CLIENTS} clients`, total, peakMb: await peakMb() }
    },
    peakMb,
    stop: async () => {
      server.signal('SIGTERM')
      await server.ended
      await removeDataDir(dataDir)
    },
  }
}

function workerPids(server: TestServer): number[] {
  const lines = server.output.filter((line) => line.includes('"msg":"worker ready"'))
  return lines.map((line) => (JSON.parse(line) as { pid: number }).pid)
}

async function request(baseUrl: string, key: string, { input, output }: Job): Promise<void> {
  const body = new FormData()
  body.append('image_file', new Blob([await readFile(input)]), 'photo')
  body.append('size', 'full')
  body.append('format', 'png')
  const reply = await fetch(`${baseUrl}/v1/remove`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
  if (reply.status !== 201) throw new Error(`${input}: status ${reply.status}: ${await reply.text()}`)
  const { url } = (await reply.json()) as { url: string }
  const result = await fetch(url)
  if (!result.ok) throw new Error(`${url}: status ${result.status}`)
  await writeFile(output, Buffer.from(await result.arrayBuffer()))
}
