/** Errors of the parts that the library is built of → its own. */
import { ConfigError } from '../config.js'
import { EngineCannotStart } from '../engine/port.js'
import { AppError, type ErrorKind } from '../errors.js'
import { ModelError } from '../models/model-error.js'
import { BadOption } from '../photos/bad-option.js'
import { troubleBehind } from '../store-trouble.js'
import { type ErrorCode, SilhouetteError } from './error.js'

const CODES: Partial<Record<ErrorKind, ErrorCode>> = {
  invalid_request: 'invalid_option',
  invalid_image: 'invalid_image',
  no_foreground: 'no_foreground',
  busy: 'workers_failed',
}

/** What is none of ours, such as the reason of a signal, stays as it is. */
export function translateError(error: unknown): unknown {
  if (error instanceof BadOption) return new SilhouetteError('invalid_option', error.message, { option: error.option })
  if (error instanceof AppError) {
    const trouble = troubleBehind(error.cause)
    if (trouble) return new SilhouetteError('no_space', trouble.message, { cause: error })
    const { kind, message, parameter: option, reason, cause } = error
    return new SilhouetteError(CODES[kind] ?? 'failed', message, { option, reason, cause })
  }
  if (error instanceof ModelError) {
    const full = troubleBehind(error)
    return new SilhouetteError(full ? 'no_space' : 'networks_unavailable', error.message, { cause: error })
  }
  if (error instanceof EngineCannotStart) return new SilhouetteError('workers_failed', error.message, { cause: error })
  const trouble = troubleBehind(error)
  return trouble ? new SilhouetteError('no_space', trouble.message, { cause: error }) : error
}

/** `names`: what the library calls settings. */
export function translateSettings(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ConfigError)) return error
  const [problem = ''] = error.problems
  const [setting = ''] = problem.split(':')
  const option = names[setting]
  return new SilhouetteError('invalid_option', `${option}${problem.slice(setting.length)}`, { option, cause: error })
}
