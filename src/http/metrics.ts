/**
 * Metrics for the operator, in the format of Prometheus. Names say what they describe: `silhouette_…` this server, to be
 * summed over servers; `silhouette_fleet_…` what servers share, so that each of them reports the same.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram } from 'prom-client'
import { USUAL_PRICES } from '../catalog/prices.js'
import { MAIL_OUTCOMES, type MailOutcome } from '../service/accounts/outbox.js'
import type { TimedStep } from '../service/images/process-image.js'
import type { ServerStatus } from '../service/operator/server-status.js'
import { addBackgroundCounters, addBacklogGauges, type BackgroundCounts } from '../signals/background.js'
import { addQueueAgeGauge, addWorkerGauges, ofTheFleet, ofThis } from '../signals/engine-gauges.js'
import { type Exposed, expose, type Registry } from '../signals/registry.js'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 21, 34, 60]

const DATABASE_PATIENCE_MS = 500

export interface Metrics extends BackgroundCounts {
  request(labels: { method: string; route: string; status: number }, seconds: number): void
  step(step: TimedStep, milliseconds: number): void
  credits(event: 'charged' | 'released', amount: number): void
  /** A picture was refused, for this reason. */
  refused(reason: string): void
  /** A unit of a rate was not counted, because the counters were out of reach. */
  rateUncounted(): void
  /** What became of a mail. */
  mail(outcome: MailOutcome): void
  /** Answers with a status of 500 and above since the start. */
  failures(): number
  expose(): Promise<Exposed>
}

export function createMetrics(server: ServerStatus, registry: Registry): Metrics {
  const registers = [registry]

  const requests = new Counter({
    name: 'silhouette_http_requests_total',
    help: 'Requests to this server by route, method and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'silhouette_http_request_seconds',
    help: 'Time from the first byte of a request to this server to the last of its answer',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
  const steps = new Histogram({
    name: 'silhouette_step_seconds',
    help: 'Time by step, of requests to this server: queue, fetch, decode, infer, compose, encode, store',
    labelNames: ['step'],
    buckets: SECONDS,
    registers,
  })
  const credits = new Counter({
    name: 'silhouette_credits_total',
    help: 'Credits charged by this server, and held credits released again',
    labelNames: ['event'],
    registers,
  })
  const refusals = new Counter({
    name: 'silhouette_refused_photos_total',
    help: 'Photos sent to this server that cannot become an ID photo, by reason',
    labelNames: ['reason'],
    registers,
  })
  const uncounted = new Counter({
    name: 'silhouette_rate_limit_unavailable_total',
    help: 'Units of rate limits that this server did not count because Redis did not answer',
    registers,
  })
  const mails = new Counter({
    name: 'silhouette_mails_total',
    help: 'Mails of this server: taken by the mail server, refused for their address, or failed',
    labelNames: ['outcome'],
    registers,
  })
  const background = addBackgroundCounters(registry, Object.keys(USUAL_PRICES))
  // From the start, so that the first failure is seen as a rise.
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)
  const ofEngine = server.shared.engine ? ofTheFleet : ofThis('server')
  const ofDatabase = server.shared.database ? ofTheFleet : ofThis('server')
  addWorkerGauges(registry, ofEngine, server.engine)
  addQueueAgeGauge(registry, ofEngine, server.engine)
  new Gauge({
    name: ofEngine.name('queue_waiting'),
    help: ofEngine.help('Requests waiting for a worker'),
    registers,
    async collect() {
      this.set((await server.engine()).waiting)
    },
  })
  new Gauge({
    name: ofEngine.name('queue_expected_wait_seconds'),
    help: ofEngine.help('How long a new request for a free preview would wait for a worker'),
    registers,
    async collect() {
      this.set((await server.engine()).expectedWaitMs / 1000)
    },
  })
  new Gauge({
    name: ofDatabase.name('oldest_result_seconds'),
    help: ofDatabase.help('Age of the oldest stored result; 0 when there is none'),
    registers,
    async collect() {
      this.set(((await ifPrompt(server.oldestResultAgeMs)) ?? Number.NaN) / 1000)
    },
  })
  addBacklogGauges(registry, ofDatabase, () => ifPrompt(server.backlog))

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
    mail: (outcome) => mails.inc({ outcome }),
    ...background,
    failures: () => failures,
    expose: () => expose(registry),
  }
}

/** When the database fails or hangs, the other metrics matter most. */
const ifPrompt = <T>(ask: () => Promise<T>): Promise<T | undefined> =>
  Promise.race([ask(), sleep(DATABASE_PATIENCE_MS, undefined, { ref: false })]).catch(() => undefined)
