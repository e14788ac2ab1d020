/** `--detail` of the commands for photos. */

import { QUALITIES } from '../../catalog/qualities.js'
import type { Config } from '../../config/config.js'
import type { Detail } from '../../imaging/job.js'
import { detailIn } from '../../photos/detail.js'
import { type Options, optionalText, textOption, type Values } from '../command.js'
import type { ServerAccess } from './server-access.js'

export const DETAIL_OPTION: Options = {
  detail: textOption('D', 'Who looks for the subject: fast, balanced, best or an added network; default: QUALITY', {
    choices: () => QUALITIES,
  }),
}

/** A server has networks of its own, and checks the name itself. */
export const detailFor = (values: Values, config: Config, access: ServerAccess | undefined): { detail?: Detail } =>
  access ? detailAsTyped(values) : detailIn(optionalText(values, 'detail'), '--detail', config)

export function detailAsTyped(values: Values): { detail?: Detail } {
  const detail = optionalText(values, 'detail')
  return detail === undefined ? {} : { detail }
}
