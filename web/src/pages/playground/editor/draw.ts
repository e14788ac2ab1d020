/** Asks the worker to draw. It is started when first needed. */
import type { Drawing, DrawJob, Reply, Request } from './job.js'

interface Waiting {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let lastId = 0

function start(): Worker {
  const started = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<Reply>) => {
    const { resolve, reject } = waiting.get(data.id) ?? {}
    waiting.delete(data.id)
    if ('failure' in data) reject?.(new Error(data.failure))
    else resolve?.(data)
  }
  started.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message))
    waiting.clear()
    worker = undefined
  }
  return started
}

function ask(job: DrawJob, want: Request['want']): Promise<Reply> {
  worker ??= start()
  lastId += 1
  const request: Request = { id: lastId, job, want }
  const answered = new Promise<Reply>((resolve, reject) => waiting.set(request.id, { resolve, reject }))
  worker.postMessage(request)
  return answered
}

export async function draw(job: DrawJob): Promise<Drawing> {
  const reply = await ask(job, 'drawing')
  if ('drawing' in reply) return reply.drawing
  throw new Error('The worker sent something else')
}

export async function makeFile(job: DrawJob): Promise<Blob> {
  const reply = await ask(job, 'file')
  if ('file' in reply) return reply.file
  throw new Error('The worker sent something else')
}
