/** Errors of the parts that the library is built of → its own. */
import { AppError, type ErrorKind } from '../base/errors.js'
import { troubleBehind } from '../base/store-trouble.js'
import { ConfigError } from '../config/load.js'
import { EngineCannotStart } from '../engine/port.js'
import { ModelError } from '../models/model-error.js'
import { BadParameter } from '../parameters/reader.js'
import { type ErrorCode, SilhouetteError } from './error.js'

const CODES: Partial<Record<ErrorKind, ErrorCode>> = {
  invalid_request: 'invalid_option',
  invalid_image: 'invalid_image',
  no_foreground: 'no_foreground',
  busy: 'workers_failed',
}

/** Other errors, such as the reason of a signal, stay as they are. */
export function translateError(error: unknown): unknown {
  if (error instanceof BadParameter) {
    return new SilhouetteError('invalid_option', error.message, { option: error.parameter })
  }
  if (error instanceof AppError) {
    const trouble = troubleBehind(error.cause)
    if (trouble) return new SilhouetteError('no_space', trouble.message, { cause: error })
    const { kind, message, parameter, reason, cause } = error
    const option = parameter === 'background' ? 'backgroundImage' : parameter // by the name of the job's file
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
