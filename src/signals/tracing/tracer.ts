/** Spans: what is done for whom, from when to when. The one that is open is known to everything that it leads to. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Watch } from '../watch.js'
import { contextIn, type SpanContext, traceparentOf } from './trace-context.js'

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'
export type Attributes = Readonly<Record<string, string | number>>

export interface FinishedSpan extends SpanContext {
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  /** In milliseconds since 1970, with fractions. */
  readonly from: number
  readonly to: number
  readonly attributes: Attributes
  readonly error?: string
}

export interface OpenSpan {
  readonly context: SpanContext
  end(attributes?: Attributes, error?: string): void
}

export interface Tracer extends Watch {
  /** A span of a caller elsewhere, whose `traceparent` may be there, or the first of a trace. */
  begin(name: string, kind: SpanKind, traceparent: unknown): OpenSpan
  /** Whatever is done belongs to the span, however late. */
  within<T>(span: OpenSpan, work: () => T): T
  /** What others elsewhere are told, so that their spans belong to the open one. */
  traceparent(): string | undefined
  traceId(): string | undefined
}

const now = (): number => performance.timeOrigin + performance.now()

export function createTracer(finished: (span: FinishedSpan) => void): Tracer {
  const open = new AsyncLocalStorage<OpenSpan>()

  const start = (name: string, kind: SpanKind, parent: SpanContext | undefined): OpenSpan => {
    const context: SpanContext = {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      sampled: parent?.sampled ?? true,
    }
    const from = now()
    return {
      context,
      end: (attributes = {}, error) => {
        if (!context.sampled) return
        const facts = { name, kind, from, to: now(), attributes, ...(error !== undefined && { error }) }
        finished({ ...context, parentId: parent?.spanId, ...facts })
      },
    }
  }
  return {
    begin: (name, kind, traceparent) => start(name, kind, contextIn(traceparent)),
    within: (span, work) => open.run(span, work),
    traceparent: () => {
      const span = open.getStore()
      return span && traceparentOf(span.context)
    },
    traceId: () => open.getStore()?.context.traceId,
    // What nobody asked for, such as the sweep, has no trace.
    around: async ({ port, operation }, work) => {
      const parent = open.getStore()
      if (!parent) return work()
      const span = start(`${port} ${operation}`, port === 'engine' ? 'internal' : 'client', parent.context)
      try {
        const value = await open.run(span, work)
        span.end({ 'peer.service': port })
        return value
      } catch (error) {
        span.end({ 'peer.service': port }, error instanceof Error ? error.name : 'error')
        throw error
      }
    },
  }
}
