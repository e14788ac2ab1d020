/** The server from the command line. Loaded on demand: the other commands start faster without it. */
import type { Command } from './command.js'

export const serveCommand: Command = {
  name: 'serve',
  group: 'Server',
  summary: 'Run the server',
  about: 'Settings are environment variables; docs/settings.md lists them.',
  options: {},
  examples: ['serve', 'serve > server.log'],
  run: async (_values, config) => (await import('../server/server.js')).serve(config),
}
