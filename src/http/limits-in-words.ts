/** The settings that documents quote, as people say them: 20 MB, 50 MP, 3 days. */
import type { Config } from '../config/config.js'

export interface LimitsInWords {
  readonly file: string
  readonly pixels: string
  readonly resultLife: string
}

const MEBIBYTE = 1_048_576

export function limitsInWords({ limits, resultTtlMs }: Pick<Config, 'limits' | 'resultTtlMs'>): LimitsInWords {
  return {
    file: inUnits(limits.uploadBytes, [MEBIBYTE, 'MB'], [1024, 'KB']) ?? `${limits.uploadBytes} bytes`,
    pixels: inUnits(limits.pixels, [1_000_000, 'MP']) ?? `${limits.pixels} pixels`,
    resultLife: duration(resultTtlMs / 1000),
  }
}

/** In the first unit that gives a whole number. */
const inUnits = (amount: number, ...units: readonly (readonly [size: number, name: string])[]): string | undefined =>
  units.flatMap(([size, name]) => (amount % size === 0 ? [`${amount / size} ${name}`] : []))[0]

function duration(seconds: number): string {
  const words =
    inUnits(seconds, [86_400, 'days'], [3600, 'hours'], [60, 'minutes'], [1, 'seconds']) ?? `${seconds} seconds`
  return words.startsWith('1 ') ? words.slice(0, -1) : words
}
