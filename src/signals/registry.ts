/** Where the metrics of a process are kept, with those that every process has. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../base/version.js'

export type { Registry }

export function createRegistry(role: 'server' | 'worker'): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'silhouette_build_info',
    help: 'Always 1; the labels say which program this process runs',
    labelNames: ['version', 'node', 'role'],
    registers: [registry],
  }).set({ version, node: process.version, role }, 1)
  return registry
}

export interface Exposed {
  readonly contentType: string
  readonly text: string
}

export const expose = async (registry: Registry): Promise<Exposed> => ({
  contentType: registry.contentType,
  text: await registry.metrics(),
})
