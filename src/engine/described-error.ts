/** Errors between processes and machines: plain data in transit, an AppError again on arrival. */
import { inspect } from 'node:util'
import { AppError, type ErrorKind } from '../base/errors.js'

export interface DescribedError {
  kind: ErrorKind
  message: string
  parameter?: string | undefined
  reason?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: string | undefined
  /** The code of a file system error, such as ENOSPC: a full disk is not the picture's fault. */
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
  const { code, message } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return code
  return Object.keys(WORDS_OF_SYSTEM).find((known) => WORDS_OF_SYSTEM[known]!.test(message))
}

/** libvips quotes the system's messages, not its codes. */
const WORDS_OF_SYSTEM: Readonly<Record<string, RegExp>> = {
  ENOSPC: /no space left on device/i,
  EDQUOT: /disk quota exceeded/i,
  EROFS: /read-only file system/i,
  EACCES: /permission denied/i,
}
