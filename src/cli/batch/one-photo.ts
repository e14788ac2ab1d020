/** Whether a command names a single photo, for which somebody waits. By what was typed alone: the same command, the same way. */
import { statSync } from 'node:fs'
import type { Request } from './request.js'
import { isWebAddress } from './web-address.js'

export function isOnePhoto({ inputs: [input, another], watch }: Pick<Request, 'inputs' | 'watch'>): boolean {
  if (input === undefined || another !== undefined || watch) return false
  return isWebAddress(input) || statSync(input, { throwIfNoEntry: false })?.isFile() === true
}
