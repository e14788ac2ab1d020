/** A child process that runs one job at a time and reports its cost; answer-jobs.mjs is its side. */
import { type ForkOptions, fork } from 'node:child_process'
import type { Cost, Job } from './contender.js'

export interface Child {
  readonly pid: number
  cutOut(job: Job): Promise<Cost>
  stop(): Promise<void>
}

/** Some packages download weights first; if they cannot, this is how long we wait for them to fail. */
const REPLY_TIMEOUT_MS = 120_000

export async function startChild(script: string, args: readonly string[], options: ForkOptions): Promise<Child> {
  // Most of these packages run onnxruntime, which reports its use to its vendor unless told not to.
  const env = { ...process.env, ...options.env, ORT_DISABLE_TELEMETRY: '1' }
  const child = fork(script, args, { ...options, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))

  const answer = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        reject(new Error(`no answer in ${REPLY_TIMEOUT_MS / 1000} s`))
      }, REPLY_TIMEOUT_MS)
      child.once('message', (message) => {
        clearTimeout(timer)
        resolve(message)
      })
      void ended.then(() => {
        clearTimeout(timer)
        reject(new Error(reasonIn(errorOutput)))
      })
    })

  await answer()
  return {
    pid: child.pid ?? 0,
    cutOut: async (job) => {
      const answered = answer()
      child.send(job)
      const message = (await answered) as Cost | { error: string }
      if ('error' in message) throw new Error(message.error)
      return message
    },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** The line that says why, out of everything a dying process prints. */
function reasonIn(errorOutput: string): string {
  const lines = errorOutput.split('\n').map((line) => line.trim())
  return (
    lines.findLast((line) => /^(\w*Error|\w+Exception)\b/.test(line)) ??
    lines.findLast(Boolean) ??
    'it ended without a message'
  )
}
