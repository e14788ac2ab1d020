/** The kinds of settings: what each accepts, and what is said about a value that it does not. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { canonicalEmail } from '../base/email-address.js'
import { parseRedisAddress, type RedisPlace } from '../base/redis-place.js'
import { parseS3Address, type S3Place } from '../base/s3-place.js'
import { numberWithin } from '../parameters/numbers.js'
import type { Reader } from '../parameters/reader.js'
import { exactlyOneOf } from '../parameters/words.js'

export interface Setting<T> {
  /** `undefined` means: derived from other settings or from the machine, see `fallbackText`. */
  readonly fallback: T
  readonly fallbackText: string
  readonly meaning: string
  /** Its value may hold a password, and is never shown. */
  readonly secret?: boolean
  /** What earlier versions and documents called it; still read where the name itself is not set. */
  readonly formerly?: string
  readonly parse: (raw: string) => T
}

/** As it is written in the environment; undefined where it is not set, or empty. */
export const givenIn = (
  env: NodeJS.ProcessEnv,
  name: string,
  { formerly = name }: Setting<unknown>,
): string | undefined => env[name]?.trim() || env[formerly]?.trim() || undefined

export function text(fallback: string, meaning: string): Setting<string> {
  return { fallback, fallbackText: fallback || 'empty', meaning, parse: (raw) => raw }
}

export function secret(meaning: string): Setting<string> {
  return { ...text('', meaning), secret: true }
}

/** The loader adds the name of the setting and its value. */
const parseWith =
  <T>(reader: Reader<T>) =>
  (raw: string): T => {
    try {
      return reader.read(raw, '')
    } catch {
      throw new Error(`must be ${reader.allowed}`)
    }
  }

const parseInteger = (min: number, max: number) => parseWith(numberWithin({ min, max, whole: true }))

export function integer(fallback: number, min: number, max: number, meaning: string): Setting<number> {
  return { fallback, fallbackText: String(fallback), meaning, parse: parseInteger(min, max) }
}

export function optionalInteger(
  fallbackText: string,
  min: number,
  max: number,
  meaning: string,
): Setting<number | undefined> {
  return { fallback: undefined, fallbackText, meaning, parse: parseInteger(min, max) }
}

function parseUrl(raw: string): string {
  if (!/^https?:\/\//.test(raw) || !URL.canParse(raw)) throw new Error('must be an absolute http or https address')
  return raw
}

/** Paths are appended to it. */
export function optionalUrl(fallbackText: string, meaning: string): Setting<string | undefined> {
  return { fallback: undefined, fallbackText, meaning, parse: (raw) => parseUrl(raw).replace(/\/+$/, '') }
}

/** Opened as it is. */
export function pageUrl(meaning: string): Setting<string | undefined> {
  return { fallback: undefined, fallbackText: 'none', meaning, parse: parseUrl }
}

export function databaseUrl(meaning: string): Setting<string | undefined> {
  const parse = (raw: string): string | undefined => {
    if (raw === 'sqlite:') return undefined
    if (!/^postgres(ql)?:\/\//.test(raw) || !URL.canParse(raw)) {
      throw new Error('must be postgres://user:password@host:port/name, or sqlite: for the file in DATA_DIR')
    }
    return raw
  }
  return { fallback: undefined, fallbackText: 'a file in DATA_DIR', meaning, secret: true, parse }
}

export function s3Address(fallbackText: string, meaning: string): Setting<S3Place | undefined> {
  return { fallback: undefined, fallbackText, meaning, parse: parseS3Address, secret: true }
}

export function redisAddress(fallbackText: string, meaning: string): Setting<RedisPlace | undefined> {
  return { fallback: undefined, fallbackText, meaning, parse: parseRedisAddress, secret: true }
}

/** Its value is what the file holds. */
export function certificateFile(meaning: string): Setting<string | undefined> {
  const parse = (file: string): string => {
    try {
      const pem = readFileSync(file, 'utf8')
      new X509Certificate(pem)
      return pem
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      const why = code.startsWith('ERR_') ? 'there is no certificate in it' : `it cannot be read: ${code}`
      throw new Error(`must be a file of certificates in PEM form (${why})`)
    }
  }
  return { fallback: undefined, fallbackText: 'none', meaning, parse }
}

export function smtpUrl(meaning: string): Setting<string | undefined> {
  const parse = (raw: string): string => {
    const url = /^smtps?:\/\/./.test(raw) && URL.canParse(raw) ? new URL(raw) : undefined
    if (!url?.hostname || url.search || url.hash || !/^\/?$/.test(url.pathname) || !isDecodable(url)) {
      throw new Error('must be an address like smtp://user:password@host:587, or smtps:// for TLS from the start')
    }
    return raw
  }
  return { fallback: undefined, fallbackText: 'none', meaning, parse, secret: true }
}

/** A `%` in a password has to be written as `%25`. */
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

export function emailAddress(meaning: string): Setting<string | undefined> {
  const parse = (raw: string): string => {
    if (canonicalEmail(raw) === undefined) {
      throw new Error('must be an email address without a name, such as silhouette@example.com')
    }
    return raw
  }
  return { fallback: undefined, fallbackText: 'none', meaning, parse }
}

export function hostList(meaning: string): Setting<readonly string[]> {
  const parse = (raw: string): readonly string[] => {
    const entries = raw.split(/[\s,]+/).filter(Boolean)
    for (const entry of entries) if (!/^.+:\d+$/.test(entry)) throw new Error('must be a list like images.local:8443')
    return entries
  }
  return { fallback: [], fallbackText: 'empty', meaning, parse }
}

export function wordList(fallback: readonly string[], meaning: string): Setting<readonly string[]> {
  const parse = (raw: string): readonly string[] => {
    const words = raw
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
    if (words.length === 0 || words.some((word) => !/^[a-z0-9]+$/.test(word))) {
      throw new Error(`must be words with commas between them, such as ${['cuda', ...fallback].join(',')}`)
    }
    return words
  }
  return { fallback, fallbackText: fallback.join(','), meaning, parse }
}

/** Any of a few words, in any order. */
export function someOf<const T extends string>(allowed: readonly T[], meaning: string): Setting<readonly T[]> {
  const parse = (raw: string): readonly T[] => {
    const words = raw.split(/[\s,]+/).filter(Boolean)
    const known = allowed.filter((word) => words.includes(word))
    const unknown = words.find((word) => !known.some((it) => it === word))
    if (unknown === undefined) return known
    throw new Error(`must be names out of ${allowed.join(', ')}, with commas between them; there is no ${unknown}`)
  }
  return { fallback: [], fallbackText: 'none', meaning, parse }
}

export function oneOf<const T extends string>(
  allowed: readonly T[],
  fallback: NoInfer<T>,
  meaning: string,
): Setting<T> {
  return { fallback, fallbackText: fallback, meaning, parse: parseWith(exactlyOneOf(allowed)) }
}

/** As OpenTelemetry writes them: name=value, comma-separated, values with percent signs where they need them. */
export function headerList(meaning: string): Setting<Readonly<Record<string, string>>> {
  const parse = (raw: string): Record<string, string> =>
    Object.fromEntries(
      raw.split(',').map((pair) => {
        const [, name, value] = /^\s*([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
        if (name === undefined || value === undefined) throw new Error('must be name=value, comma-separated')
        return [name.toLowerCase(), decodeURIComponent(value)]
      }),
    )
  return { fallback: {}, fallbackText: 'empty', meaning, secret: true, parse }
}
