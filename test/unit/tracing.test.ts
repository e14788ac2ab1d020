/** Traces: whose span is whose, and what a caller's header may say. */
import { expect, test } from 'vitest'
import { contextIn, traceparentOf } from '../../src/signals/tracing/trace-context.js'
import { createTracer, type FinishedSpan } from '../../src/signals/tracing/tracer.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test.each([
  [`00-${TRACE}-${SPAN}-01`, { traceId: TRACE, spanId: SPAN, sampled: true }],
  [`00-${TRACE}-${SPAN}-00`, { traceId: TRACE, spanId: SPAN, sampled: false }],
  [`cc-${TRACE}-${SPAN}-03-what comes later`, { traceId: TRACE, spanId: SPAN, sampled: true }],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, undefined],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, undefined],
  ['', undefined],
  [undefined, undefined],
])('traceparent %j is read', (header, context) => {
  expect(contextIn(header)).toEqual(context)
})

test('a call belongs to the span that is open, and the next machine to the call', async () => {
  const spans: FinishedSpan[] = []
  const tracer = createTracer((span) => spans.push(span))
  const request = tracer.begin('POST /v1/remove', 'server', `00-${TRACE}-${SPAN}-01`)
  const told = await tracer.within(request, () =>
    tracer.around({ port: 'engine', operation: 'cutout' }, async () => tracer.traceparent()),
  )
  request.end({ 'http.route': '/v1/remove' })
  const [call, whole] = spans
  expect(whole).toMatchObject({ traceId: TRACE, parentId: SPAN, kind: 'server' })
  expect(call).toMatchObject({ traceId: TRACE, parentId: whole!.spanId, name: 'engine cutout' })
  expect(told).toBe(traceparentOf(call!))
  expect(call!.to).toBeGreaterThanOrEqual(call!.from)
  expect(tracer.traceId(), 'outside').toBeUndefined()
})

test('what belongs to no request has no span, and neither has what its caller does not record', async () => {
  const spans: FinishedSpan[] = []
  const tracer = createTracer((span) => spans.push(span))
  const call = { port: 'database', operation: 'ping' } as const
  await tracer.around(call, async () => {})
  const request = tracer.begin('GET /', 'server', `00-${TRACE}-${SPAN}-00`)
  await tracer.within(request, () => tracer.around(call, async () => {}))
  request.end()
  expect(spans).toEqual([])
})
