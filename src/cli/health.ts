/** Is the server or worker machine of this configuration ready? For containers and scripts: exit status 0 or 1. */
import { localAddress } from '../base/addresses.js'
import { answer, type Command, flagOption, jsonOption, print, UsageError } from './command.js'

export const healthCommand: Command = {
  name: 'health',
  group: 'Server',
  summary: 'Ask the running server whether it is ready; exit status 0 or 1',
  options: {
    ...jsonOption,
    worker: flagOption('Ask the worker machine at WORKER_PORT instead'),
  },
  examples: ['health --json || echo not ready', 'health --worker'],
  run: async (values, { server, workerPort }) => {
    const { fetch } = await import('undici')
    const port = values.worker === true ? (workerPort ?? noWorkerPort()) : server.port
    const url = `${localAddress(server.host, port)}/readyz`
    try {
      const reply = await fetch(url, { signal: AbortSignal.timeout(5000) })
      const text = await reply.text()
      answer(values, { ready: reply.ok, status: reply.status, answer: text }, () => print(text))
      if (!reply.ok) process.exitCode = 1
    } catch (error) {
      const problem = `No answer from ${url}: ${(error as Error).message}`
      answer(values, { ready: false, problem }, () => print(problem))
      process.exitCode = 1
    }
  },
}

function noWorkerPort(): never {
  throw new UsageError('A worker machine answers only where WORKER_PORT is set: set it here and there to the same port')
}
