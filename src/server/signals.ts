/** What a process tells of itself: metrics, of whatever it calls. */
import { createRegistry, type Registry } from '../signals/registry.js'
import { createStoreMetrics, type StoreMetrics } from '../signals/store-metrics.js'
import type { Watch } from '../signals/watch.js'

export interface Signals {
  readonly registry: Registry
  readonly stores: StoreMetrics
  /** To be put around every port. */
  readonly watch: Watch
}

export function openSignals(role: 'server' | 'worker'): Signals {
  const registry = createRegistry(role)
  const stores = createStoreMetrics(registry)
  return { registry, stores, watch: stores }
}
