/** The server from the command line. Loaded on demand: the other commands start faster without it. */
import type { Command } from './command.js'

export const serveCommand: Command = {
  name: 'serve',
  usage: '',
  summary: 'Run the server',
  options: {},
  run: async (_values, config) => (await import('../server.js')).serve(config),
}
