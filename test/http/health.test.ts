import type { InjectOptions } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import type { EngineState } from '../../src/engine/port.js'
import { eventually, multipart, PHOTO, TestApp, useApp } from './app.js'
import { Connection } from './connection.js'
import { gate } from './fake-engine.js'
import { FLEET, FLEET_STATE } from './fleet-state.js'

const app = useApp()

describe('/healthz', () => {
  test('says that the process lives, whatever else is wrong', async () => {
    app.engine.networksWarm = false
    void app.engine.drain()
    vi.spyOn(app.db, 'ping').mockRejectedValue(new Error('no database'))
    const { statusCode, body } = await app.get('/healthz')
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toEqual({ status: 'ok' })
  })
})

describe('/readyz', () => {
  const ALL_WELL = { networks: 'ok', database: 'ok', storage: 'ok' }

  test('is 200 when networks, database and storage are', async () => {
    const { statusCode, body } = await app.get('/readyz')
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toEqual({ status: 'ready', checks: ALL_WELL })
  })

  test.each<[string, () => void, Partial<Record<keyof typeof ALL_WELL, string>>]>([
    [
      'the networks are not warm',
      () => {
        app.engine.networksWarm = false
      },
      { networks: 'starting' },
    ],
    ['the server is draining', () => void app.engine.drain(), { networks: 'draining' }],
    [
      'the database fails',
      () => void vi.spyOn(app.db, 'ping').mockRejectedValue(new Error('/srv/secret.db is gone')),
      { database: 'failing' },
    ],
    [
      'the storage fails',
      () => void vi.spyOn(app.storage, 'ping').mockRejectedValue(new Error('/srv/secret is gone')),
      { storage: 'failing' },
    ],
  ])('is 503 when %s, and names the culprit without the reason', async (_, breakIt, wrong) => {
    breakIt()
    const { statusCode, body } = await app.get('/readyz')
    expect(statusCode).toBe(503)
    expect(JSON.parse(body)).toEqual({ status: 'not ready', checks: { ...ALL_WELL, ...wrong } })
  })

  test('is told to the operator with the reason', async () => {
    vi.spyOn(app.db, 'ping').mockRejectedValue(new Error('disk I/O error'))
    await app.get('/readyz')
    expect(app.logLines.join('')).toMatch(/"level":50.*disk I\/O error.*database does not answer/)
  })
})

describe('who reads /metrics', () => {
  const TOKEN = 'a token of the operator'
  const strange = (headers: Record<string, string> = {}, remoteAddress = '198.51.100.7') => ({
    method: 'GET' as const,
    url: '/metrics',
    headers,
    remoteAddress,
  })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'whoever is on this machine: %s',
    async (address) => {
      expect((await app.inject(strange({}, address))).statusCode).toBe(200)
    },
  )

  test.each(['198.51.100.7', '192.168.1.1', '::', '2001:db8::1', '::ffff:10.0.0.1'])(
    'nobody else: %s',
    async (address) => {
      expect((await app.inject(strange({}, address))).statusCode).toBe(401)
      expect((await app.inject(strange(bearer(''), address))).statusCode).toBe(401)
    },
  )

  test.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '203.0.113.1' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('not through a proxy on this machine, whatever it says: %o', async (headers) => {
    expect((await app.inject(strange(headers, '127.0.0.1'))).statusCode).toBe(401)
  })

  test.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])(
    'whoever calls this machine by its own name: %s',
    async (host) => {
      expect((await app.inject(strange({ host }, '127.0.0.1'))).statusCode).toBe(200)
    },
  )

  test.each(['elsewhere.example', 'elsewhere.example:8080', 'localhost.elsewhere.example', '198.51.100.7', '::1'])(
    'not by a name that a page elsewhere had pointed here: %j',
    async (host) => {
      const answer = await app.inject(strange({ host }, '127.0.0.1'))
      expect([answer.statusCode, answer.json()]).toMatchObject([
        401,
        { errors: { message: expect.stringContaining('localhost') } },
      ])
    },
  )

  test('no page of another site, on this machine either', async () => {
    const answer = await app.inject(strange({ origin: 'https://elsewhere.example' }, '127.0.0.1'))
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('whoever has the token, from anywhere; behind trusted proxies this machine is still told apart', async () => {
    const other = new TestApp()
    await other.start({ METRICS_TOKEN: TOKEN, TRUSTED_PROXIES: '1' })
    try {
      const statusOf = async (request: InjectOptions) => (await other.inject(request)).statusCode
      const forwarded = { 'x-forwarded-for': '127.0.0.1' }
      expect(await statusOf(strange(bearer(TOKEN)))).toBe(200)
      expect(await statusOf(strange({ ...bearer(TOKEN), ...forwarded }, '127.0.0.1'))).toBe(200)
      expect(await statusOf(strange({}, '127.0.0.1'))).toBe(200)
      for (const headers of [{}, forwarded, bearer('a token of a stranger!!'), { authorization: TOKEN }]) {
        expect(await statusOf(strange(headers))).toBe(401)
      }
      expect(await statusOf(strange(forwarded, '127.0.0.1')), 'the proxy says so').toBe(401)
    } finally {
      await other.close()
    }
  })
})

describe('/metrics', () => {
  /** Value of one series, or undefined. */
  const value = (text: string, series: string): number | undefined => {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }
  const metrics = async (): Promise<string> => (await app.get('/metrics')).body
  const requests = (route: string, status: number, method = 'POST'): string =>
    `silhouette_http_requests_total{method="${method}",route="${route}",status="${status}"}`

  test('is what Prometheus reads', async () => {
    const { statusCode, headers, body } = await app.get('/metrics')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const name of [
      'silhouette_http_requests_total',
      'silhouette_http_request_seconds',
      'silhouette_step_seconds',
      'silhouette_queue_waiting',
      'silhouette_workers',
      'silhouette_credits_total',
      'silhouette_oldest_result_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(body, name).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
    }
  })

  test('shows workers, queue and memory', async () => {
    vi.spyOn(app.engine, 'state').mockResolvedValue({
      ready: true,
      workers: { idle: 1, busy: 2, starting: 3 },
      waiting: 4,
      expectedWaitMs: 2500,
      workerMemoryBytes: [5],
    })
    const text = await metrics()
    expect(value(text, 'silhouette_workers{state="idle"}')).toBe(1)
    expect(value(text, 'silhouette_workers{state="busy"}')).toBe(2)
    expect(value(text, 'silhouette_workers{state="starting"}')).toBe(3)
    expect(value(text, 'silhouette_queue_waiting')).toBe(4)
    expect(value(text, 'silhouette_queue_expected_wait_seconds')).toBe(2.5)
    expect(value(text, 'silhouette_worker_resident_bytes{worker="0"}')).toBe(5)
    expect(value(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  })

  describe('in a fleet', () => {
    const fleet = useApp(FLEET)
    const shared = async (state: EngineState): Promise<string> => {
      vi.spyOn(fleet.engine, 'state').mockResolvedValue(state)
      return (await fleet.get('/metrics')).body
    }

    test('what servers share is called so, and nothing else is', async () => {
      const text = await shared(FLEET_STATE)
      expect(value(text, 'silhouette_fleet_queue_waiting')).toBe(4)
      expect(value(text, 'silhouette_fleet_queue_expected_wait_seconds')).toBe(2.5)
      expect(value(text, 'silhouette_fleet_workers{state="busy"}')).toBe(1)
      expect(value(text, 'silhouette_fleet_oldest_result_seconds')).toBe(0)
      expect(value(text, 'silhouette_fleet_worker_resident_bytes{host="worker-1",pid="2",worker="1"}')).toBe(6)
      expect(text).not.toMatch(/^silhouette_(queue|worker|oldest)/m)
      expect(text).not.toMatch(/^silhouette_fleet_(http|step|credits|refused|rate)/m)
    })

    test('machines that are missing, or have left, have no memory', async () => {
      const { members, ...state } = FLEET_STATE
      expect(await shared(FLEET_STATE)).not.toContain('host="worker-2"')
      expect(await shared({ ...state, members: [] })).not.toContain('host="worker-1"')
    })
  })

  test('every number of ours says whose it is', async () => {
    const whose = /[Tt]his (server|process)|the whole fleet/
    const helps = [...(await metrics()).matchAll(/^# HELP silhouette_\w+ (.*)$/gm)].map(([, help]) => help)
    expect(helps.length).toBeGreaterThan(8)
    expect(helps.filter((help) => !whose.test(help!))).toEqual([])
  })

  test('counts requests by route, method and status', async () => {
    const caller = await app.caller()
    await caller.remove()
    await caller.remove()
    await caller.remove({ size: 'x' })
    await app.get('/v1/some/unknown/path')
    const text = await metrics()
    expect(value(text, requests('/v1/remove', 201))).toBe(2)
    expect(value(text, requests('/v1/remove', 400))).toBe(1)
    expect(value(text, requests('unknown', 404, 'GET'))).toBe(1)
    expect(value(text, 'silhouette_http_request_seconds_count{method="POST",route="/v1/remove"}')).toBe(3)
  })

  test('counts a client that went away before its answer as 499', async () => {
    const caller = await app.caller()
    const { work, reached } = gate()
    app.engine.work = work
    const connection = await Connection.open(await app.listen())
    await connection.post(caller.key)
    await reached
    connection.leave()
    await eventually(async () => expect(value(await metrics(), requests('/v1/remove', 499))).toBe(1))
  })

  test('times every step: queue, fetch, decode, infer, compose, encode, store', async () => {
    const count = (text: string, step: string): number =>
      value(text, `silhouette_step_seconds_count{step="${step}"}`) ?? 0
    const before = await metrics()
    const caller = await app.caller()
    expect((await caller.remove({ image_url: `http://${app.originHost}/` })).statusCode).toBe(201)
    const after = await metrics()
    for (const step of ['queue', 'fetch', 'decode', 'infer', 'compose', 'encode', 'store'])
      expect(count(after, step) - count(before, step), step).toBe(1)
    // The fake engine says that each of its steps took a millisecond.
    expect(value(after, 'silhouette_step_seconds_sum{step="infer"}')).toBeCloseTo(count(after, 'infer') / 1000)
  })

  test('counts credits charged and released', async () => {
    const caller = await app.caller({ credits: 5 })
    const read = async (event: string): Promise<number> =>
      value(await metrics(), `silhouette_credits_total{event="${event}"}`) ?? 0
    const before = { charged: await read('charged'), released: await read('released') }
    await caller.remove({ size: 'full' })
    await caller.remove({ size: 'full' })
    await caller.remove()
    app.engine.work = async () => {
      throw new AppError('invalid_image', 'damaged')
    }
    await caller.remove({ size: 'full' })
    await caller.remove()
    expect(await read('charged')).toBe(before.charged + 2)
    expect(await read('released')).toBe(before.released + 1)
  })

  test('shows the age of the oldest result', async () => {
    await (await app.caller()).remove()
    const oldest = await app.db.results.oldestCreatedAt()
    app.now += 5000
    expect(value(await metrics(), 'silhouette_oldest_result_seconds')).toBe((app.now - oldest!) / 1000)
  })

  test('gives away neither keys nor addresses of results', async () => {
    const caller = await app.caller()
    const { url } = (await caller.post(multipart({ image_file: PHOTO }))).json<{ url: string }>()
    const path = new URL(url).pathname
    await app.get(path)
    const text = await metrics()
    expect(value(text, requests('/r/:name', 200, 'GET'))).toBeGreaterThan(0)
    expect(text).not.toContain(path.slice('/r/'.length, -'.png'.length))
    expect(text).not.toContain(caller.key)
  })
})
