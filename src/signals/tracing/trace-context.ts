/** Who began what, as W3C Trace Context writes it: `traceparent: 00-TRACE-SPAN-FLAGS`. */
export interface SpanContext {
  readonly traceId: string
  readonly spanId: string
  /** Whether it is exported; decided by whoever began the trace. */
  readonly sampled: boolean
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/
const NOTHING = /^0+$/

/** Undefined where it says nothing that can be used. */
export function contextIn(traceparent: unknown): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(String(traceparent)) ?? []
  if (traceId === '' || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const traceparentOf = ({ traceId, spanId, sampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
