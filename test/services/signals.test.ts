/**
 * What a started fleet tells of itself: every number that dashboard and alerts ask for, every alert when its cause is
 * there, and what is still served while a store is away.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { FormData, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { redisServer } from '../support/fleet.js'
import { freePort } from '../support/free-port.js'
import { openAccount } from '../support/open-account.js'
import { projectFile } from '../support/project.js'
import { alertRules, type Prometheus, prometheusNode, prometheusProgram } from '../support/prometheus.js'
import { postgresService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.js'
import { startWholeFleet, type WholeFleet } from '../support/whole-fleet.js'
import { workerNode } from '../support/worker-node.js'

const there = (await postgresService()) && redisServer()
const program = prometheusProgram()
/** Prometheus looks every second, and a rate needs two looks; on a crowded machine they take their time. */
const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { interval: 200, timeout: 60_000 })

describe.skipIf(!there)('A fleet', () => {
  const folder = temporaryFolder()
  let fleet: WholeFleet
  let servers: string[]
  let machine: string
  let key: string
  let collector: TraceCollector

  beforeAll(async () => {
    collector = await startTraceCollector('a key=')
    const workerPort = await freePort()
    machine = `http://127.0.0.1:${workerPort}`
    const settings = {
      // No job ends in time: each is an error of ours.
      TEST_WORK_MS: '3600000',
      JOB_TIMEOUT_MS: '500',
      WORKERS: '1',
      MAX_WAIT_SECONDS: '15',
      RATE_LIMIT_PER_MINUTE: '100000',
      DATABASE_CONNECTIONS: '2',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'us@example.com',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key=',
    }
    fleet = await startWholeFleet(settings, {
      throughCables: true,
      workers: (name, env) => workerNode(name, { ...env, WORKER_PORT: String(workerPort) }),
      entrance: async (ports) => {
        servers = ports.map((port) => `http://127.0.0.1:${port}`)
        return { baseUrl: servers[0]!, close: () => {} }
      },
    })
    key = (await openAccount(fleet.settings, 'ann', 1000)).key
  })
  afterAll(async () => {
    await fleet?.close()
    collector.close()
  })

  const image = async (size = 'preview', more: Record<string, string> = {}): Promise<number> => {
    const body = new FormData()
    body.append('size', size)
    body.append('image_file', new Blob(['a picture']), 'photo.png')
    const reply = await fetch(`${servers[0]}/v1/remove`, {
      method: 'POST',
      headers: { 'x-api-key': key, ...more },
      body,
    })
    await reply.text()
    return reply.status
  }
  const account = async (): Promise<number> => {
    const reply = await fetch(`${servers[0]}/v1.0/account`, { headers: { 'x-api-key': key } })
    await reply.text()
    return reply.status
  }
  const metricsOf = async (address: string): Promise<string> => (await fetch(`${address}/metrics`)).text()
  const readyz = async (address = servers[0]!) => {
    const reply = await fetch(`${address}/readyz`)
    return { code: reply.status, ...((await reply.json()) as object) }
  }
  const query = async (statements: readonly string[], meanwhile: () => Promise<unknown> = async () => {}) => {
    const client = new Client({ connectionString: fleet.settings.DATABASE_URL! })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
      await meanwhile()
    } finally {
      await client.end()
    }
  }

  test('says "ready" when it is; a worker machine is alive, ready, and tells its metrics', async () => {
    for (const address of [...servers, machine]) {
      await soon(async () => expect(await readyz(address)).toMatchObject({ code: 200, status: 'ready' }))
    }
    expect(await (await fetch(`${machine}/healthz`)).json()).toEqual({ status: 'ok' })
    expect((await fetch(`${machine}/elsewhere`)).status).toBe(404)
    await image()
    const text = await metricsOf(machine)
    expect(text).toMatch(/^silhouette_build_info\{version="[\d.]+",node="v[\d.]+",role="worker"\} 1$/m)
    expect(text).toMatch(/^silhouette_store_seconds_count\{store="passage",operation="download"\} [1-9]/m)
    expect(text).toMatch(/^silhouette_store_seconds_count\{store="redis",operation="queue"\} [1-9]/m)
    expect(text).toMatch(/^silhouette_job_seconds_count\{kind="cutout",outcome="failed"\} [1-9]/m)
    expect(text).toMatch(/^silhouette_fleet_queue_oldest_seconds\{kind="cutout"\} /m)
    expect(text).toMatch(/^silhouette_workers\{state="idle"\} /m)
    const ofServer = await metricsOf(servers[0]!)
    expect(ofServer).toMatch(/^silhouette_database_connections\{state="idle"\} [12]$/m)
    expect(ofServer).toMatch(/^silhouette_store_seconds_count\{store="database",operation="keys"\} [1-9]/m)
  })

  test('tells one trace of a request: server, queue, worker and stores; the log names it', async () => {
    const traceId = randomBytes(16).toString('hex')
    const root = randomBytes(8).toString('hex')
    await image('preview', { traceparent: `00-${traceId}-${root}-01` })
    const spans = await soon(() => {
      const found = collector.spans.filter((span) => span.traceId === traceId)
      expect(found.map(({ service, name }) => `${service}: ${name}`)).toEqual(
        expect.arrayContaining([
          'silhouette-server: POST /v1/remove',
          'silhouette-server: database keys',
          'silhouette-server: engine cutout',
          'silhouette-server: passage upload',
          'silhouette-worker: job cutout',
          'silhouette-worker: passage download',
          'silhouette-worker: engine cutout',
        ]),
      )
      return found
    })
    const parentOf = (service: string, wanted: string): string | undefined => {
      const parent = spans.find((span) => span.name === wanted && span.service === service)?.parentSpanId
      return spans.find(({ spanId }) => spanId === parent)?.name ?? (parent === root ? 'the caller' : parent)
    }
    expect(parentOf('silhouette-server', 'POST /v1/remove')).toBe('the caller')
    expect(parentOf('silhouette-server', 'database keys')).toBe('POST /v1/remove')
    expect(parentOf('silhouette-server', 'engine cutout')).toBe('POST /v1/remove')
    expect(parentOf('silhouette-worker', 'job cutout')).toBe('engine cutout')
    expect(parentOf('silhouette-worker', 'engine cutout')).toBe('job cutout')
    const lines = fleet.servers[0]!.output.filter((line) => line.includes(`"traceId":"${traceId}"`))
    expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(1)
    expect(collector.spans.filter(({ name }) => /readyz|metrics|ping/.test(name))).toEqual([])
  })

  test('has every number that dashboard and alerts ask for', async () => {
    const told = (await Promise.all([servers[0]!, machine].map(metricsOf))).join('\n')
    const names = new Set(
      [...told.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name! + end) : [name!],
      ),
    )
    const dashboard = JSON.parse(readFileSync(projectFile('deploy/monitoring/dashboard.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const asked = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...alertRules().groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ].flatMap((expression) => expression.match(/\b(silhouette|process|nodejs)_\w+/g) ?? [])
    // What a server alone calls its own is the fleet's here.
    const isThere = (name: string): boolean => names.has(name) || names.has(name.replace('_', '_fleet_'))
    expect(asked.filter((name) => !isThere(name))).toEqual([])
  })

  test('without S3 still serves what needs none, and says what it cannot', async () => {
    await fleet.cables!.s3.cut()
    expect(await readyz()).toMatchObject({
      code: 200,
      status: 'degraded',
      checks: { database: 'ok', storage: 'unreachable' },
      unavailable: ['images', 'results'],
    })
    expect(await account()).toBe(200)
    expect(await image()).toBe(503)
    expect(await readyz(machine), 'it can do no job').toMatchObject({ code: 503, checks: { storage: 'unreachable' } })
    expect(await metricsOf(servers[0]!)).toMatch(/^silhouette_store_retries_total\{store="storage"\} [1-9]/m)
    await fleet.cables!.s3.plugIn()
    await soon(async () => expect(await readyz()).toMatchObject({ status: 'ready' }))
  })

  test('calls a full Redis full, and is well when there is room again', async () => {
    const redis = new Redis(fleet.cables!.redis.port)
    const said = (words: string): number => fleet.servers[0]!.output.filter((line) => line.includes(words)).length
    await redis.config('SET', 'maxmemory', '1')
    await soon(async () => {
      expect(await image()).toBe(503)
      expect(await readyz()).toMatchObject({
        code: 200,
        status: 'degraded',
        checks: { networks: 'Redis is full', redis: 'full' },
      })
    })
    await soon(async () =>
      expect(await readyz(machine)).toMatchObject({ code: 503, checks: { networks: 'Redis is full' } }),
    )
    expect(said('Redis is full (raise its maxmemory')).toBe(2) // the queue and the limits, each once
    await redis.config('SET', 'maxmemory', '0')
    redis.disconnect()
    await soon(async () => expect(await readyz()).toMatchObject({ status: 'ready' }))
    expect(said('Redis answers again')).toBe(2)
  })

  describe.skipIf(!program)('watched by Prometheus', () => {
    let prometheus: Prometheus
    beforeAll(async () => {
      const targets = [...servers, machine].map((address) => new URL(address).host)
      prometheus = await prometheusNode(program!, folder, targets)
      await prometheus.start()
      await soon(async () => expect(await prometheus.firing()).toEqual([]))
    })
    afterAll(() => prometheus?.kill())

    const fires = (...alerts: string[]): Promise<void> =>
      soon(async () => expect(await prometheus.firing()).toEqual(expect.arrayContaining(alerts)))
    /** Again and again, until they fire. */
    const until = async (cause: () => Promise<unknown>, ...alerts: string[]): Promise<void> => {
      let over = false
      const causing = (async () => {
        while (!over) await Promise.all([cause().catch(() => {}), sleep(100)])
      })()
      await fires(...alerts).finally(() => {
        over = true
      })
      await causing
    }
    const forgetPassword = async (): Promise<unknown> => {
      const greeting = await fetch(`${servers[0]}/web/session`)
      const { csrf } = (await greeting.json()) as { csrf: string }
      const [cookie = ''] = greeting.headers.getSetCookie().map((it) => it.split(';')[0])
      const headers = { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' }
      const body = JSON.stringify({ email: 'ann@example.com' })
      return fetch(`${servers[0]}/web/forgotten-password`, { method: 'POST', headers, body })
    }
    /** Busy with something else for most of a look's time. */
    const freeze = async (): Promise<void> => {
      process.kill(fleet.servers[1]!.pid(), 'SIGSTOP')
      await sleep(700)
      process.kill(fleet.servers[1]!.pid(), 'SIGCONT')
      await sleep(400)
    }
    const crash = async (): Promise<void> => {
      await fleet.workers.kill()
      await fleet.workers.start()
      await sleep(1500)
    }
    const OLD_RESULT = `insert into results (id, account_id, key_id, operation, object_key, content_type, bytes, published,
      created_at, expires_at) select 'old', account_id, id, 'remove', 'old', 'image/png', 1, 1, 0, 4102444800000
      from api_keys limit 1`

    const LONG_AGO = Date.now() - 20 * 60_000
    const OLD_JOB = `insert into batch_jobs (id, account_id, key_id, operation, parameters, total, finished, failed, cancelled,
      served_at, created_at) select 'old', account_id, id, 'remove', '{}', 9, 0, 0, 0, 0, ${LONG_AGO}
      from api_keys limit 1`
    const OLD_ITEMS = `insert into job_items (job_id, position, source_url, state, expires_at, tries, failed_downloads,
      not_before, charged) select 'old', n, 'http://192.0.2.1/', 'waiting', 0, 0, 0, 0, 0 from generate_series(1, 9) n`
    /** Nobody sends it yet. */
    const OLD_EVENT = [
      `insert into webhooks (id, account_id, url, secret, created_at, disabled_at, disabled_by)
       select 'old', account_id, 'http://192.0.2.1/', 'whsec_x', 0, 0, 'owner' from api_keys limit 1`,
      `insert into webhook_events (id, account_id, type, body, created_at)
       select 'old', account_id, 'webhook.test', '{}', 0 from api_keys limit 1`,
      `insert into webhook_deliveries (id, event_id, webhook_id, state, tries, next_at, created_at)
       values ('old', 'old', 'old', 'waiting', 0, ${LONG_AGO}, 0)`,
    ]
    /** No image of a job finds a worker; then no event can be taken, because somebody else keeps the table. */
    const standStill = async (...alerts: string[]): Promise<void> => {
      await fleet.workers.kill()
      await query([OLD_JOB, OLD_ITEMS], () => fires(...alerts))
      await query([`delete from batch_jobs where id = 'old'`])
      await fleet.workers.start()
      await soon(async () => expect(await prometheus.firing()).not.toEqual(expect.arrayContaining(alerts)))
      await query([...OLD_EVENT, 'begin', 'lock table webhook_deliveries in exclusive mode'], async () => {
        await query([`update webhooks set disabled_at = null, disabled_by = null where id = 'old'`])
        await fires(...alerts)
      })
    }

    const causes: [alerts: string[], cause: (...alerts: string[]) => Promise<unknown>][] = [
      [['SilhouetteErrors'], (...alerts) => until(() => image(), ...alerts)],
      [
        ['SilhouetteSlowQueue', 'SilhouetteRefuses'],
        (...alerts) => until(() => Promise.all(Array.from({ length: 20 }, () => image('full'))), ...alerts),
      ],
      [['SilhouetteMail'], (...alerts) => Promise.all([forgetPassword(), fires(...alerts)])],
      [['SilhouetteSweepStuck'], (...alerts) => query([OLD_RESULT], () => fires(...alerts))],
      [
        ['SilhouetteConnections'],
        (...alerts) =>
          query(['begin', 'lock table api_keys in access exclusive mode'], () =>
            until(() => Promise.all(Array.from({ length: 6 }, account)), ...alerts),
          ),
      ],
      [
        ['SilhouetteStores'],
        async (...alerts) => {
          await fleet.cables!.s3.cut()
          await until(() => readyz(), ...alerts)
          await fleet.cables!.s3.plugIn()
        },
      ],
      [
        ['SilhouetteNoWorkers', 'SilhouetteDown'],
        async (...alerts) => {
          await fleet.workers.kill()
          await fires(...alerts)
          await fleet.workers.start()
        },
      ],
      [['SilhouetteStandsStill'], standStill],
      [
        ['SilhouetteRestarts'],
        async (...alerts) => {
          for (let times = 0; times < 4; times++) await crash()
          await fires(...alerts)
        },
      ],
      [['SilhouetteEventLoopLag'], (...alerts) => until(freeze, ...alerts)],
    ]

    test('every alert has a cause here', () => {
      const names = alertRules().groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
      expect(causes.flatMap(([alerts]) => alerts).toSorted()).toEqual(names.toSorted())
    })

    /** On a machine that has much else to do it may well be there already. */
    const OF_THE_MACHINE = ['SilhouetteEventLoopLag']

    test.each(causes)('%j: fires when its cause is there, and not before', async (alerts, cause) => {
      const early = (await prometheus.firing()).filter((alert) => !OF_THE_MACHINE.includes(alert))
      expect(early.filter((alert) => alerts.includes(alert))).toEqual([])
      await cause(...alerts)
    })
  })
})
