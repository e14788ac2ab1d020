/** What is in deploy/ speaks of this program: its settings, its numbers, its files. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/config/load.js'
import { settings } from '../../src/config/settings.js'
import { hardLimitMs } from '../../src/engine/hard-limit.js'
import { createMetrics } from '../../src/http/metrics.js'
import type { ServerStatus } from '../../src/service/operator/server-status.js'
import { createRegistry } from '../../src/signals/registry.js'
import { createStoreMetrics } from '../../src/signals/store-metrics.js'
import { projectFile } from '../support/project.js'

const read = (name: string): string => readFileSync(projectFile(name), 'utf8')
const files = readdirSync(projectFile('deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => path.relative(projectFile('.'), path.join(parentPath, name)))

/** What is not ours: of other programs, of the image's build and of compose. */
const OF_OTHERS = [
  ...['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD'],
  ...['S3_SECRET', 'SITE_ADDRESS', 'UPSTREAMS', 'WITH_MODELS', 'NODE_IMAGE', 'NODE_EXTRA_CA_CERTS'],
]
const isKnown = (name: string): boolean => name in settings || OF_OTHERS.includes(name)

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, unknown>; image?: string; build?: unknown; stop_grace_period?: string }
  >
}
const compose = (name: string): Compose => parse(read(name), { merge: true }) as Compose

describe('settings', () => {
  test.each(['deploy/compose.yaml', 'deploy/compose.fleet.yaml'])('%s: our containers are given ours', (name) => {
    const ours = Object.values(compose(name).services).filter(({ image }) => image?.startsWith('silhouette'))
    expect(ours.length).toBeGreaterThan(0)
    for (const { environment = {} } of ours) {
      const foreign = Object.keys(environment).filter((key) => !(key in settings))
      expect(foreign).toEqual([])
    }
  })

  test.each([...files, 'Dockerfile'])('%s names nothing in capitals that nobody knows', (name) => {
    const assigned = [...read(name).matchAll(/\$\{([A-Z][A-Z0-9_]+)\b|\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\s*[:=]/g)]
    const unknown = assigned.map(([, used, set]) => used ?? set!).filter((it) => !isKnown(it))
    expect(unknown).toEqual([])
  })
})

describe('times', () => {
  const { drainMs, shutdownMs } = loadConfig({ DATABASE_URL: 'postgres://db.example.com/silhouette' })
  const [drainSeconds, shutdownSeconds] = [drainMs / 1000, shutdownMs / 1000]

  test.each(['deploy/compose.yaml', 'deploy/compose.fleet.yaml'])('%s leaves ours the time to stop', (name) => {
    const ours = Object.values(compose(name).services).filter(({ image }) => image?.startsWith('silhouette'))
    for (const { stop_grace_period: grace = '' } of ours) {
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(drainSeconds + shutdownSeconds + 1)
    }
  })

  test.each(['silhouette', 'silhouette-worker@'])('so does %s.service', (name) => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/systemd/${name}.service`))!
    expect(Number(seconds)).toBeGreaterThan(drainSeconds + shutdownSeconds + 1)
  })

  test('so does the chart, which reckons with the same defaults', () => {
    const line = /^ *terminationGracePeriodSeconds: .*$/m.exec(read('deploy/helm/silhouette/templates/api.yaml'))![0]
    expect(line).toContain(`.DRAIN_SECONDS | default ${drainSeconds})`)
    expect(line).toContain(`.SHUTDOWN_SECONDS | default ${shutdownSeconds})`)
  })

  test('workers that are sent home have the time to finish any job', () => {
    const { jobTimeoutMs } = loadConfig({}).engine
    const longestSeconds = hardLimitMs(jobTimeoutMs) / 1000 + 10 // and its delivery
    const { worker } = parse(read('deploy/helm/silhouette/values.yaml')) as { worker: { shutdownSeconds: number } }
    expect(worker.shutdownSeconds).toBeGreaterThan(longestSeconds)
    const { stop_grace_period: grace = '', environment } = compose('deploy/compose.fleet.yaml').services.worker!
    const { SHUTDOWN_SECONDS } = environment as { SHUTDOWN_SECONDS: number }
    expect(SHUTDOWN_SECONDS).toBeGreaterThan(longestSeconds)
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(SHUTDOWN_SECONDS + 1)
  })

  test('nginx asks a server that is back before the next one goes, and keeps no connection to one that has gone', () => {
    const times = [...read('deploy/proxy/nginx.conf').matchAll(/(?:fail_timeout=|keepalive_timeout )(\d+)s/g)]
    expect(times).toHaveLength(3)
    for (const [line, seconds] of times) expect(Number(seconds), line).toBeLessThan(drainSeconds)
  })
})

describe('numbers', () => {
  const statusOf = (shared: boolean): object => ({
    shared: { engine: shared, database: shared },
    engine: async () => ({ workers: {}, workerMemoryBytes: [], waiting: 0, expectedWaitMs: 0 }),
    oldestResultAgeMs: async () => 0,
    backlog: async () => undefined,
  })
  const metricsOf = (status: ServerStatus): Promise<{ text: string }> => {
    const registry = createRegistry('server')
    createStoreMetrics(registry)
    return createMetrics(status, registry).expose()
  }
  /** Of a server alone and of one in a fleet. Of histograms, with what is asked of them. */
  async function known(): Promise<Set<string>> {
    const told = await Promise.all([false, true].map((shared) => metricsOf(statusOf(shared) as ServerStatus)))
    const text = told.map((metrics) => metrics.text).join('\n')
    const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name! + end) : [name!],
    )
    return new Set(names)
  }
  const named = (expression: string): string[] => expression.match(/\b(silhouette|process|nodejs)_\w+/g) ?? []

  const expressions = new Map<string, () => string[]>([
    [
      'dashboard.json',
      () => {
        const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
          panels: { targets: { expr: string }[] }[]
        }
        return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
      },
    ],
    [
      'alerts.yml',
      () => {
        const { groups } = parse(read('deploy/monitoring/alerts.yml')) as { groups: { rules: { expr: string }[] }[] }
        return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
      },
    ],
    ['worker.yaml', () => [/query: (.+)/.exec(read('deploy/helm/silhouette/templates/worker.yaml'))![1]!]],
  ])

  test.each([...expressions])('%s counts what servers share once, however many tell it', (_, expressionsIn) => {
    const shared = expressionsIn().filter((expression) => expression.includes('silhouette_fleet_'))
    expect(shared).not.toEqual([])
    const once = /\bmax( by \([\w, ]+\) )?\(silhouette_fleet_\w+(\{[^}]*\})?\)/g
    expect(shared.filter((expression) => expression.replaceAll(once, '').includes('silhouette_fleet_'))).toEqual([])
  })

  test.each([...expressions])('%s asks for those that the server has', async (_, expressionsIn) => {
    const asked = expressionsIn().flatMap(named)
    expect(asked).not.toEqual([])
    const there = await known()
    expect(asked.filter((name) => !there.has(name))).toEqual([])
  })

  test('every number of ours has its place on the dashboard', async () => {
    const shown = read('deploy/monitoring/dashboard.json')
    const ours = [...(await known())].filter((name) => name.startsWith('silhouette_') && !/_(sum|count)$/.test(name))
    const stem = (name: string): string => name.replace(/_bucket$/, '')
    expect(ours.filter((name) => !shown.includes(stem(name)))).toEqual([])
  })
})

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '))

  test('is made of files that are there and that .dockerignore lets through', () => {
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name!)
    const passes = (name: string): boolean => allowed.some((it) => name === it || name.startsWith(`${it}/`))
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((name) => !passes(name))).toEqual([])
    for (const name of copied) expect(() => readdirSync(path.dirname(projectFile(name)))).not.toThrow()
    for (const name of copied) expect(readdirSync(path.dirname(projectFile(name)))).toContain(path.basename(name))
  })

  test('has everything that the program reads beside itself', () => {
    const last = dockerfile.slice(dockerfile.indexOf('AS program'))
    const source = readdirSync(projectFile('src'), { recursive: true, encoding: 'utf8' }).filter((it) =>
      it.endsWith('.ts'),
    )
    const beside = source.flatMap((name) => {
      const inside = [...read(`src/${name}`).matchAll(/new URL\([`']((?:\.\.\/)+)([\w.-]+)/g)]
      const depth = name.split('/').length
      return inside.filter(([, up]) => up!.length / 3 >= depth).map(([, , first]) => first!)
    })
    expect(new Set(beside)).toContain('catalog')
    for (const name of new Set(beside)) expect(last, name).toMatch(new RegExp(`^COPY .*\\b${name}\\b`, 'm'))
  })

  test('names no registry', () => {
    const images = ['deploy/compose.yaml', 'deploy/compose.fleet.yaml'].flatMap((name) =>
      Object.values(compose(name).services).flatMap(({ image }) => image ?? []),
    )
    const hosts = [...images, ...dockerfile.matchAll(/^(?:FROM|ARG NODE_IMAGE=)\s*(\S+)/gm)]
      .map((it) => (typeof it === 'string' ? it : it[1]!))
      .filter((it) => /^[^/]*[.:][^/]*\//.test(it))
    expect(hosts).toEqual([])
  })
})
