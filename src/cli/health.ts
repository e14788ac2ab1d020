/** Is the server of this configuration ready? For containers and scripts: exit status 0 or 1. */
import { fetch } from 'undici'
import { localAddress } from '../addresses.js'
import { type Command, print } from './command.js'

export const healthCommand: Command = {
  name: 'health',
  group: 'Server',
  summary: 'Ask the running server whether it is ready; exit status 0 or 1',
  options: {},
  examples: ['health', 'health || echo not ready'],
  run: async (_values, { server }) => {
    const url = `${localAddress(server.host, server.port)}/readyz`
    try {
      const reply = await fetch(url, { signal: AbortSignal.timeout(5000) })
      print(await reply.text())
      if (!reply.ok) process.exitCode = 1
    } catch (error) {
      print(`No answer from ${url}: ${(error as Error).message}`)
      process.exitCode = 1
    }
  },
}
