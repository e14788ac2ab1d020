/** A machine of workers from the command line. Loaded on demand: the other commands start faster without it. */
import type { Command } from './command.js'

export const workerCommand: Command = {
  name: 'worker',
  usage: '',
  summary: 'Process pictures for servers with ENGINE=queue',
  options: {},
  run: async (_values, config) => (await import('../worker-node.js')).work(config),
}
