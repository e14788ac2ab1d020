/** Is the server of this configuration ready? For containers and scripts: exit status 0 or 1. */
import { localAddress } from '../base/addresses.js'
import { answer, type Command, jsonOption, print } from './command.js'

export const healthCommand: Command = {
  name: 'health',
  group: 'Server',
  summary: 'Ask the running server whether it is ready; exit status 0 or 1',
  options: jsonOption,
  examples: ['health', 'health --json || echo not ready'],
  run: async (values, { server }) => {
    const { fetch } = await import('undici')
    const url = `${localAddress(server.host, server.port)}/readyz`
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
