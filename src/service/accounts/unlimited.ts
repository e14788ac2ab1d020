/** Whose images cost nothing: accounts that an operator made so, or all of them where the server never bills. */
import type { Config } from '../../config/config.js'
import type { Account } from '../../db/port.js'

export const isUnlimited = (config: Pick<Config, 'unlimited'>, account: Pick<Account, 'unlimited'>): boolean =>
  config.unlimited === 'all' || account.unlimited
