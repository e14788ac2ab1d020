/** Numbers as people read them. */
import { LOCALE } from '#texts/common'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

export const formatNumber = (value: number): string => whole.format(value)
/** With one decimal at most. */
export const formatDecimal = (value: number): string => short.format(value)

/** A change with its sign. A true minus sign, as wide as the plus. */
export const formatChange = (value: number): string =>
  value > 0 ? `+${whole.format(value)}` : value < 0 ? `−${whole.format(-value)}` : '0'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** In steps of 1000, as most file managers count. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${value >= 100 || step === 0 ? whole.format(value) : short.format(value)} ${UNITS[step]}`
}

const MEBIBYTE = 1_048_576

/** A limit as it was configured: people who set 20 MB mean 20 × 1024 × 1024 bytes. */
export const formatLimit = (bytes: number): string =>
  bytes % MEBIBYTE === 0 ? `${whole.format(bytes / MEBIBYTE)} MB` : formatBytes(bytes)
