/** `--detail` of the commands for photos. */

import { matteNetworks } from '../../catalog/matte-networks.js'
import { QUALITIES } from '../../catalog/qualities.js'
import type { Config } from '../../config/config.js'
import type { Detail } from '../../imaging/job.js'
import { networkNames } from '../../networks/record.js'
import { detailIn } from '../../photos/detail.js'
import { type Options, optionalText, PROGRAM, textOption, UsageError, type Values } from '../command.js'
import type { ServerAccess } from './server-access.js'

export const DETAIL_OPTION: Options = {
  detail: textOption('D', 'Who looks for the subject: fast, balanced, best or an added network; default: QUALITY', {
    choices: () => QUALITIES,
  }),
}

/** A server has networks of its own, and checks the name itself. */
export function detailFor(values: Values, config: Config, access: ServerAccess | undefined): { detail?: Detail } {
  if (access) return detailAsTyped(values)
  const given = optionalText(values, 'detail')
  if (given !== undefined) refuseNotYetAdded(given.toLowerCase(), config)
  return detailIn(given, '--detail', config)
}

/** Users of rembg have the file, in the folder where rembg keeps it. */
function refuseNotYetAdded(name: string, config: Config): void {
  if (networkNames(config).includes(name) || !matteNetworks().some((known) => known.name === name)) return
  const advice = `${PROGRAM} networks add ~/.u2net/${name}.onnx adds it; without --detail, ours is used`
  throw new UsageError(`The network ${name} has not been added yet: ${advice}`)
}

export function detailAsTyped(values: Values): { detail?: Detail } {
  const detail = optionalText(values, 'detail')
  return detail === undefined ? {} : { detail }
}
