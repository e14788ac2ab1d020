/** A collector of traces, as OpenTelemetry's: takes OTLP over HTTP in JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface CollectedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

interface Message {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] }
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[]
  }[]
}

export interface TraceCollector {
  readonly address: string
  readonly spans: CollectedSpan[]
  close(): void
}

/** Takes only what comes with this key. */
export async function startTraceCollector(key: string): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const isOurs = request.url === '/v1/traces' && request.headers['api-key'] === key
    const { resourceSpans } = (await json(request)) as Message
    for (const { resource, scopeSpans } of isOurs ? resourceSpans : []) {
      const service = resource.attributes.find((it) => it.key === 'service.name')?.value.stringValue ?? ''
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ service, ...span })))
    }
    response.writeHead(isOurs ? 200 : 401, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, spans, close: () => void server.close() }
}
