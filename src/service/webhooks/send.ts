/**
 * One delivery over the network: to public addresses only, like downloads, without redirects and within one limit of time.
 * The status decides. The answer is read for politeness, up to a limit, and never shown: a webhook is no way to read from
 * the server's place in the network.
 */
import type { IncomingMessage } from 'node:http'
import type { DeliveryAttempt } from '../../db/port.js'
import { Refusal, type RefusalReason, type SafeConnectOptions, safeConnector } from '../images/safe-connect.js'
import { requestOnce, type Sent } from '../images/safe-request.js'

const MAX_ANSWER_BYTES = 64 * 1024

/** Why there is no status. */
export type Trouble = RefusalReason | 'certificate'

export interface Attempt extends DeliveryAttempt {
  trouble: Trouble | null
}

/** Rejects only with the reason of `signal`. */
export type Send = (url: string, sent: Required<Sent>, signal: AbortSignal) => Promise<Attempt>

export function createSend(options: SafeConnectOptions): Send {
  const connect = safeConnector(options)
  return async (url, sent, signal) => {
    signal.throwIfAborted()
    const began = performance.now()
    const stop = new AbortController()
    const abort = (): void => stop.abort(signal.reason)
    signal.addEventListener('abort', abort)
    const tooLate = new Refusal('timed out', { reason: 'timeout' })
    const timer = setTimeout(() => stop.abort(tooLate), options.timeoutMs)
    const exchange = requestOnce(new URL(url), sent, connect, stop.signal)
    const ended = (outcome: Pick<Attempt, 'status' | 'trouble'>): Attempt => ({
      ...outcome,
      durationMs: Math.round(performance.now() - began),
    })
    try {
      const response = await exchange.response
      await readSome(response)
      return ended({ status: response.statusCode ?? 0, trouble: null })
    } catch (error) {
      signal.throwIfAborted()
      return ended({ status: null, trouble: troubleOf(stop.signal.aborted ? stop.signal.reason : error) })
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      exchange.end()
    }
  }
}

async function readSome(response: IncomingMessage): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) return
    }
  } catch {
    // The status is there, whatever becomes of the rest.
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof Refusal) return error.reason
  const { code = '' } = error as { code?: string }
  return /CERT|TLS|SIGNED|UNABLE_TO_/.test(code) ? 'certificate' : 'connection'
}
