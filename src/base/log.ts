/** JSON lines for machines, readable lines in a terminal. */
import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

export function createLog(level: string, out: NodeJS.WriteStream = process.stdout): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (!out.isTTY) return pino(options, out)
  return pino(
    options,
    pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', singleLine: true, destination: 1, sync: true }),
  )
}
