/** Has a network file tried in a process of its own. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Trial, TrialRequest } from '../imaging/matte/try-network.js'
import { ModelError } from '../models/model-error.js'
import type { TrialReply } from './trial-process.js'

// In development this file is TypeScript, and so is the other.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const entry = fileURLToPath(new URL(`./trial-process.${extension}`, import.meta.url))

export async function runTrial(request: TrialRequest): Promise<Trial> {
  const child = fork(entry, [], {
    execArgv: extension === 'ts' ? ['--import', 'tsx'] : [],
    // As for workers: memory is given back, nothing is reported, and a stranger's file learns no secret.
    env: { MALLOC_ARENA_MAX: '2', ORT_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    const reply = await new Promise<TrialReply>((resolve, reject) => {
      child.on('message', (message) => resolve(message as TrialReply))
      child.on('error', reject)
      child.on('exit', (code, signal) => reject(diedOf(signal ?? `code ${code}`)))
      child.send(request, () => {}) // a process that is gone has also ended
    })
    if (reply.type === 'passed') return reply.trial
    throw new ModelError(reply.type === 'refused' ? reply.reason : `It could not be tried: ${reply.reason}`)
  } finally {
    child.kill('SIGKILL')
  }
}

const diedOf = (end: string): ModelError =>
  new ModelError(
    `The process that tried it ended (${end}): most likely it needs more memory than this machine has to give`,
  )
