/** Times and durations as people read them. */
import { LOCALE, time } from '#texts/common'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const exact = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const dayOnly = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const formatDate = (at: number): string => date.format(at)
export const formatDateTime = (at: number): string => dateTime.format(at)
const clockTime = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Of today, such as 14:05. */
export const formatTime = (at: number): string => clockTime.format(at)

/** To the second, of this year. */
export const formatMoment = (at: number): string => exact.format(at)

/** For a date field: the day in the reader's time zone, as 2026-11-15. */
export function dayText(at: number): string {
  const day = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** When that day ends in the reader's time zone. */
export function endOfDay(day: string): number {
  const end = new Date(`${day}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return end.getTime()
}

/** `2026-11-15` as 15 Nov, whatever the reader's time zone. */
export const formatDay = (day: string): string => dayOnly.format(Date.parse(`${day}T00:00:00Z`))

const tenths = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1, minimumFractionDigits: 1 })

/** How long something took: 0.3 s. */
export const formatSeconds = (spanMs: number): string => `${tenths.format(spanMs / SECOND)} ${time.second}`

/** How long a request took: 820 ms, 2.4 s. */
export const formatLatency = (ms: number): string =>
  ms < SECOND ? `${Math.round(ms)} ${time.millisecond}` : formatSeconds(ms)

/** The two largest units: 2 d 23 h, 5 h 12 min, 1 min 05 s, 9 s. */
export function formatSpan(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / SECOND))
  const [d, h, m, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ] as const
  const two = (value: number): string => String(value).padStart(2, '0')
  if (d > 0) return h > 0 ? `${d} ${time.day} ${h} ${time.hour}` : `${d} ${time.day}`
  if (h > 0) return m > 0 ? `${h} ${time.hour} ${m} ${time.minute}` : `${h} ${time.hour}`
  if (m > 0) return `${m} ${time.minute} ${two(s)} ${time.second}`
  return `${s} ${time.second}`
}

/** In words, in the largest unit without a remainder: 3 days, 36 hours. */
export function formatDuration(spanMs: number): string {
  const [unit, size] = (
    [
      ['day', DAY],
      ['hour', HOUR],
      ['minute', MINUTE],
      ['second', SECOND],
    ] as const
  ).find(([, size]) => spanMs >= size && spanMs % size === 0) ?? ['second', SECOND]
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(spanMs / size)
}

/** One unit is precise enough for the past. */
export function formatAgo(at: number, now: number): string {
  const passed = now - at
  if (passed < MINUTE) return time.now
  if (passed < HOUR) return time.ago(`${Math.floor(passed / MINUTE)} ${time.minute}`)
  if (passed < DAY) return time.ago(`${Math.floor(passed / HOUR)} ${time.hour}`)
  if (passed < 30 * DAY) return time.ago(`${Math.floor(passed / DAY)} ${time.day}`)
  return formatDate(at)
}
