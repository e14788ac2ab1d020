/** JSON lines for machines, readable lines in a terminal. */
import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

/** `mixin`: what every line says, besides its own facts. */
export function createLog(level: string, mixin?: () => object, out: NodeJS.WriteStream = process.stdout): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, ...(mixin && { mixin }) }
  if (!out.isTTY) return pino(options, out)
  return pino(
    options,
    pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', singleLine: true, destination: 1, sync: true }),
  )
}
