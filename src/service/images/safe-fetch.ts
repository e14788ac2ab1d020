/** Downloads from addresses that callers name: bounded in size, time and redirects, and kept out of private networks. */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../base/errors.js'
import { Refusal, type SafeConnectOptions, safeConnector } from './safe-connect.js'
import { requestOnce } from './safe-request.js'

export interface SafeFetchOptions extends SafeConnectOptions {
  maxBytes: number
  /** For everything together: name lookup, connecting, redirects and the whole body. */
  timeoutMs: number
  maxRedirects: number
}

export interface Downloaded {
  path: string
  bytes: number
  sha256: string
}

export interface DownloadTarget {
  /** Where the file goes; nothing may be there yet, and nothing is left there when the download fails. */
  path: string
  /** The request parameter the URL came in, for messages. */
  parameter: string
}

export interface SafeFetch {
  /** Fails with an AppError, with `signal.reason` once `signal` is aborted, or with the error of the file system. */
  download(url: string, target: DownloadTarget, signal: AbortSignal): Promise<Downloaded>
  /** Aborts what is still running and waits until its files are gone. */
  close(): Promise<void>
}

const REQUEST_HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Silhouette' }
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { maxBytes, maxRedirects, timeoutMs } = options
  const connect = safeConnector(options)
  const running = new Map<AbortController, Promise<Downloaded>>()

  async function run(text: string, target: DownloadTarget, signal: AbortSignal, stop: AbortController) {
    signal.throwIfAborted()
    const url = requestedUrl(text, target.parameter)
    const abort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', abort)
    const timer = setTimeout(() => stop.abort(new Refusal(`timed out after ${timeoutMs / 1000} s`)), timeoutMs)
    try {
      return await follow(url, target, stop.signal)
    } catch (caught) {
      // Whatever an abort broke, what went wrong is the reason for the abort.
      const error: unknown = stop.signal.aborted ? stop.signal.reason : caught
      if (!(error instanceof Refusal)) throw error
      const message = `Failed to download ${target.parameter}: ${error.message}`
      throw new AppError('download_failed', message, { parameter: target.parameter, cause: error.cause ?? error })
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  async function follow(first: URL, target: DownloadTarget, signal: AbortSignal): Promise<Downloaded> {
    let url = first
    for (let redirects = 0; ; redirects++) {
      const exchange = requestOnce(url, { headers: REQUEST_HEADERS }, connect, signal)
      try {
        const response = await exchange.response.catch((error: unknown) => {
          throw connectionFailed(error)
        })
        const next = redirectTarget(response, url)
        if (!next) return await save(response, target, maxBytes)
        if (redirects === maxRedirects) throw new Refusal('too many redirects')
        url = next
      } finally {
        exchange.end()
      }
    }
  }

  return {
    download(url, target, signal) {
      const stop = new AbortController()
      const work = run(url, target, signal, stop).finally(() => running.delete(stop))
      running.set(stop, work)
      return work
    },
    async close() {
      for (const stop of running.keys()) stop.abort(new Refusal('the server is shutting down'))
      await Promise.allSettled(running.values())
    },
  }
}

/** An address that a caller named; where it leads is checked when it is connected to. */
export function requestedUrl(text: string, parameter: string): URL {
  const url = httpUrl(text)
  if (!url) throw new AppError('invalid_request', `${parameter} must be an absolute http or https URL`, { parameter })
  if (!hasCredentials(url)) return url
  throw new AppError('invalid_request', `${parameter} must not contain a user name or password`, { parameter })
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  const { location } = headers
  if (!REDIRECTS.has(statusCode) || typeof location !== 'string') return undefined
  const url = httpUrl(location, from)
  if (!url) throw new Refusal('a redirect leads to something other than an http or https URL')
  if (hasCredentials(url)) throw new Refusal('a redirect leads to a URL with a user name or password')
  return url
}

function httpUrl(text: string, base?: URL): URL | undefined {
  if (!URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}

function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}

async function save(response: IncomingMessage, { path, parameter }: DownloadTarget, maxBytes: number) {
  const { statusCode = 0, headers } = response
  const tooLarge = () =>
    new AppError('file_too_large', `${parameter}: the file is larger than ${maxBytes} bytes`, { parameter })

  if (statusCode < 200 || statusCode > 299) throw new Refusal(`status ${statusCode}`)
  // Not asked for, and decoding it would let a small answer grow without limit.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal('the response is compressed')
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()

  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx')
  try {
    for await (const chunk of chunks(response)) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.close()
  } catch (error) {
    // The first error is the one to report: closing twice, or after a failed write, may well fail again.
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** The body, its errors told apart from those of the disk it is written to: a full disk is not a failed download. */
async function* chunks(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* body
  } catch (error) {
    throw connectionFailed(error)
  }
}

function connectionFailed(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal('the connection failed', { cause: error })
}
