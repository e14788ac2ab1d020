/** A machine of workers from the command line. Loaded on demand: the other commands start faster without it. */
import type { Command } from './command.js'

export const workerCommand: Command = {
  name: 'worker',
  group: 'Server',
  summary: 'Process pictures for servers with ENGINE=queue',
  about: 'It needs REDIS_URL and STORAGE_URL of those servers. docs/fleet.md says more.',
  options: {},
  examples: ['worker', 'worker > worker.log'],
  run: async (_values, config) => (await import('../server/worker-node.js')).work(config),
}
