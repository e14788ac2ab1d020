/**
 * `remove in.jpg out.png`, as people know it from cp and rembg: of two names without -o, the second is where the result
 * goes if nothing is there yet. What is there may be a photo, so it is never taken for a result.
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../command.js'
import { printable } from '../printable.js'
import { type Format, STANDARD } from './destination.js'
import { isGlob } from './glob.js'
import { isWebAddress } from './web-address.js'

export interface Operands {
  readonly inputs: readonly string[]
  readonly output: string | undefined
}

export function operandsOf(names: readonly string[], output: string | undefined, formats: readonly Format[]): Operands {
  const [first, second] = names
  const isPair = names.length === 2 && output === undefined
  if (!isPair || first === undefined || second === undefined || isGlob(second) || isWebAddress(second)) {
    return { inputs: names, output }
  }
  const there = second === STANDARD ? undefined : statSync(second, { throwIfNoEntry: false })
  if (!there) return { inputs: [first], output: second }
  if (there.isDirectory()) {
    throw new UsageError(printable(`For results in the folder ${second}: -o ${second}. If it holds photos: -o OUT/`))
  }
  if (endingOf(first) !== endingOf(second) && formats.some((format) => format === endingOf(second))) {
    throw new UsageError(
      printable(
        `${second} exists: is it a photo too? To replace it by the result: -o ${second}. To process both: -o OUT/`,
      ),
    )
  }
  return { inputs: names, output }
}

const endingOf = (file: string): string => path.extname(file).slice(1).toLowerCase().replace('jpeg', 'jpg')
