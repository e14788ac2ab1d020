/** What a process tells of itself: metrics and, where a collector is set, traces of whatever it calls. */
import type { Logger } from 'pino'
import type { Config } from '../config/config.js'
import { createRegistry, type Registry } from '../signals/registry.js'
import { createStoreMetrics, type StoreMetrics } from '../signals/store-metrics.js'
import type { Tracer } from '../signals/tracing/tracer.js'
import { inTurn, type Watch } from '../signals/watch.js'

export interface Signals {
  readonly registry: Registry
  readonly stores: StoreMetrics
  /** To be put around every port. */
  readonly watch: Watch
  /** Left out: nothing is traced, and nothing of it is loaded. */
  readonly tracer?: Tracer
  /** What every line of the log says. */
  readonly logFacts: () => object
  close(): Promise<void>
}

type Role = 'server' | 'worker'

/** `log` is asked for later: its lines have the trace's id. */
export async function openSignals(
  role: Role,
  config: Pick<Config, 'tracing'>,
  log: () => Pick<Logger, 'warn' | 'info'>,
): Promise<Signals> {
  const registry = createRegistry(role)
  const stores = createStoreMetrics(registry)
  const { tracing } = config
  if (!tracing) return { registry, stores, watch: stores, logFacts: () => ({}), close: async () => {} }
  const [{ createTracer }, { createOtlpExporter }] = await Promise.all([
    import('../signals/tracing/tracer.js'),
    import('../signals/tracing/otlp-exporter.js'),
  ])
  const exporter = createOtlpExporter({
    ...tracing,
    role,
    onLost: (reason) => log().warn({ reason }, 'traces get lost: the collector does not take them'),
    onSent: () => log().info('the collector takes traces again'),
  })
  const tracer = createTracer(exporter.add)
  return {
    registry,
    stores,
    watch: inTurn(tracer, stores),
    tracer,
    logFacts: () => {
      const traceId = tracer.traceId()
      return traceId === undefined ? {} : { traceId }
    },
    close: exporter.close,
  }
}
