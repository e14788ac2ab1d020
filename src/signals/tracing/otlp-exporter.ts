/**
 * Spans to a collector, as OTLP over HTTP in JSON. Written here because it is all that is needed of OpenTelemetry's
 * packages, which come to 28 MB. Spans are sent in batches; while the collector is away they are dropped, and no request
 * waits for it.
 */
import { request } from 'undici'
import { thisProcess } from '../../base/this-process.js'
import type { FinishedSpan, SpanKind } from './tracer.js'

export interface Exporter {
  add(span: FinishedSpan): void
  /** Sends the rest. */
  close(): Promise<void>
}

export interface ExporterOptions {
  /** The collector's address, without /v1/traces. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly role: string
  /** Told when spans begin to get lost, and when they no longer do. */
  readonly onLost: (reason: string) => void
  readonly onSent: () => void
}

const SEND_EVERY_MS = 1000
const BATCH = 512
const MOST_WAITING = 4096
const PATIENCE_MS = 5000

export function createOtlpExporter({ endpoint, headers, role, onLost, onSent }: ExporterOptions): Exporter {
  const waiting: FinishedSpan[] = []
  let losing = false
  let sending: Promise<void> | undefined

  const send = async (spans: readonly FinishedSpan[]): Promise<void> => {
    try {
      const { statusCode, body } = await request(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(messageOf(spans, role)),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await body.dump()
      if (statusCode >= 300) throw new Error(`it answered ${statusCode}`)
      if (losing) onSent()
      losing = false
    } catch (error) {
      if (!losing) onLost((error as Error).message)
      losing = true
    }
  }
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) await send(waiting.splice(0, BATCH))
  }
  const flush = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void flush(), SEND_EVERY_MS).unref()
  return {
    add: (span) => {
      if (waiting.length < MOST_WAITING) waiting.push(span)
    },
    close: async () => {
      clearInterval(timer)
      await flush()
      await flush() // what came while the last batch was on its way
    },
  }
}

const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, consumer: 5 }
const FAILED = 2

const messageOf = (spans: readonly FinishedSpan[], role: string): object => ({
  resourceSpans: [
    {
      resource: {
        attributes: attributesOf({
          'service.name': `silhouette-${role}`,
          'service.version': thisProcess.version,
          'host.name': thisProcess.host,
          'process.pid': thisProcess.pid,
        }),
      },
      scopeSpans: [{ scope: { name: 'silhouette', version: thisProcess.version }, spans: spans.map(spanOf) }],
    },
  ],
})

const spanOf = ({ traceId, spanId, parentId, name, kind, from, to, attributes, error }: FinishedSpan): object => ({
  traceId,
  spanId,
  ...(parentId && { parentSpanId: parentId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanosecondsOf(from),
  endTimeUnixNano: nanosecondsOf(to),
  attributes: attributesOf(attributes),
  ...(error !== undefined && { status: { code: FAILED, message: error } }),
})

/** As text: too large for a number. */
const nanosecondsOf = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`

const attributesOf = (attributes: Readonly<Record<string, string | number>>): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
