/** Errors between processes and machines: as plain data on the way, as an AppError again where somebody is told. */
import { inspect } from 'node:util'
import { AppError, type ErrorKind } from '../errors.js'

export interface DescribedError {
  kind: ErrorKind
  message: string
  parameter?: string | undefined
  reason?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: string | undefined
  /** Of an error of the file system, such as ENOSPC: a full disk is not the picture's fault. */
  code?: string | undefined
}

export function describeError(error: unknown): DescribedError {
  if (error instanceof AppError) {
    const { kind, message, parameter, reason, retryAfterSeconds, cause } = error
    const why = { cause: cause ? String(cause) : undefined, code: codeOf(cause) }
    return { kind, message, parameter, reason, retryAfterSeconds, ...why }
  }
  return { kind: 'internal', message: 'The picture could not be processed', cause: inspect(error), code: codeOf(error) }
}

export function toAppError({ kind, message, parameter, reason, retryAfterSeconds, cause: text, code }: DescribedError) {
  const cause = code === undefined ? text : Object.assign(new Error(text), { code })
  return new AppError(kind, message, {
    ...(parameter && { parameter }),
    ...(reason && { reason }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause,
  })
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // libvips repeats the words of the system, not its code.
  if (/no space left on device/i.test(error.message)) return 'ENOSPC'
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : undefined
}
