/** Numbers for the operator, in the form Prometheus reads. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { TimedStep } from '../service/process-image.js'
import type { ServerStatus } from '../service/server-status.js'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 21, 34, 60]

export interface Metrics {
  request(labels: { method: string; route: string; status: number }, seconds: number): void
  step(step: TimedStep, milliseconds: number): void
  credits(event: 'charged' | 'released', amount: number): void
  /** A picture was refused, for this reason. */
  refused(reason: string): void
  /** A unit of a rate was not counted, because the counters were out of reach. */
  rateUncounted(): void
  /** Answers with a status of 500 and above since the start. */
  failures(): number
  expose(): Promise<{ contentType: string; text: string }>
}

export function createMetrics(server: ServerStatus): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'silhouette_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'silhouette_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
  const steps = new Histogram({
    name: 'silhouette_step_seconds',
    help: 'Time by step: queue, fetch, decode, infer, compose, encode, store',
    labelNames: ['step'],
    buckets: SECONDS,
    registers,
  })
  const credits = new Counter({
    name: 'silhouette_credits_total',
    help: 'Credits charged, and held credits released again',
    labelNames: ['event'],
    registers,
  })
  const refusals = new Counter({
    name: 'silhouette_refused_photos_total',
    help: 'Photos that cannot become an ID photo, by reason',
    labelNames: ['reason'],
    registers,
  })
  const uncounted = new Counter({
    name: 'silhouette_rate_limit_unavailable_total',
    help: 'Units of rate limits that were not counted because Redis did not answer',
    registers,
  })
  new Gauge({
    name: 'silhouette_queue_waiting',
    help: 'Requests that wait for a worker',
    registers,
    async collect() {
      this.set((await server.engine()).waiting)
    },
  })
  new Gauge({
    name: 'silhouette_queue_expected_wait_seconds',
    help: 'How long a newcomer with a free preview would wait for a worker',
    registers,
    async collect() {
      this.set((await server.engine()).expectedWaitMs / 1000)
    },
  })
  new Gauge({
    name: 'silhouette_workers',
    help: 'Worker processes by state',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [state, count] of Object.entries((await server.engine()).workers)) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'silhouette_worker_resident_bytes',
    help: 'Memory of each worker after its last job; that of the server is process_resident_memory_bytes',
    labelNames: ['worker'],
    registers,
    async collect() {
      for (const [worker, bytes] of (await server.engine()).workerMemoryBytes.entries()) this.set({ worker }, bytes)
    },
  })
  new Gauge({
    name: 'silhouette_oldest_result_seconds',
    help: 'Age of the oldest result that is still kept; 0 when there is none',
    registers,
    async collect() {
      try {
        this.set((await server.oldestResultAgeMs()) / 1000)
      } catch {
        this.set(Number.NaN) // when the database fails, the other numbers matter most
      }
    },
  })

  let failures = 0
  return {
    request: ({ method, route, status }, seconds) => {
      if (status >= 500) failures += 1
      requests.inc({ method, route, status })
      latency.observe({ method, route }, seconds)
    },
    step: (step, milliseconds) => steps.observe({ step }, milliseconds / 1000),
    credits: (event, amount) => credits.inc({ event }, amount),
    refused: (reason) => refusals.inc({ reason }),
    rateUncounted: () => uncounted.inc(),
    failures: () => failures,
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
