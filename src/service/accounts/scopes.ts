/** The scopes of a key. Without any it may be used for everything. */

import { AppError } from '../../base/errors.js'
import type { Scope } from '../../base/scopes.js'
import type { ApiKey } from '../../db/port.js'

export function requireScope({ scopes }: Pick<ApiKey, 'scopes'>, scope: Scope): void {
  if (scopes === null || scopes.includes(scope)) return
  const message = `This API key may not be used for ${scope}, only for ${scopes.join(', ')}: its owner can change that, or use another key`
  throw new AppError('forbidden', message, { reason: 'scope_missing' })
}
