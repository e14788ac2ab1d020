/** The tutorial of docs/fleet.md: the program accepts its files of settings, and its table says what workers really read. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { expect, test } from 'vitest'
import type { Config, WorkerConfig } from '../../src/config/config.js'
import { loadConfig } from '../../src/config/load.js'
import { settings } from '../../src/config/settings.js'
import { stepsIn } from '../support/documented-commands.js'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const page = readFileSync(projectFile('docs/fleet.md'), 'utf8')
const typed = stepsIn(page).flatMap((step) => (step.kind === 'run' ? [step.script] : []))
const machine = { cores: 4, memoryBytes: 64 * 1024 ** 3 }
const load = (env: Record<string, string>): Config => loadConfig(env, machine)

/** As a shell reads the lines between `> FILE <<END` and END. */
function fileMade(name: string): Record<string, string> {
  const [, text = ''] = new RegExp(`>>? data/${name} <<END\n(.*?)^END$`, 'ms').exec(typed.join('')) ?? []
  const lines = text.trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, setting = '', value = ''] = /^(\w+)='?(.*?)'?$/.exec(line) ?? []
      return [setting, value.replaceAll(/\$\w+/g, 'secret')]
    }),
  )
}
const server = fileMade('server.env')
const copied = new RegExp(/grep -E '(.*)' data\/server\.env > data\/worker\.env/.exec(page)?.[1] ?? 'nothing')
const worker = {
  ...Object.fromEntries(Object.entries(server).filter(([name]) => copied.test(name))),
  ...fileMade('worker.env'),
}

test('its files are accepted, hold nothing unknown, and send both to the same Redis and bucket', () => {
  expect(Object.keys({ ...server, ...worker }).filter((name) => !(name in settings))).toEqual([])
  const [served, works] = [load(server), load(worker)]
  expect(served.engine.kind).toBe('queue')
  expect(works).toMatchObject({ redis: served.redis, storage: served.storage, workerPort: 8081 })
  expect(works.shutdownMs, 'a job may take this long').toBeGreaterThan(1.25 * works.engine.jobTimeoutMs)
  expect(works.database.url).toBeUndefined()
})

/** The compiler holds workers to these, and this list to theirs. */
type Group = 'server' | 'engine' | 'limits'
type Field = Exclude<keyof WorkerConfig, Group> | { [G in Group]: `${G}.${keyof WorkerConfig[G] & string}` }[Group]
const WORKER_FIELDS: Readonly<Record<Field, true>> = {
  workerPort: true,
  dataDir: true,
  networkHome: true,
  storage: true,
  redis: true,
  shutdownMs: true,
  metricsToken: true,
  tracing: true,
  logLevel: true,
  'server.host': true,
  'limits.pixels': true,
  'engine.workers': true,
  'engine.threadsPerWorker': true,
  'engine.jobTimeoutMs': true,
  'engine.workerMemoryBytes': true,
  'engine.quality': true,
  'engine.matteNetwork': true,
  'engine.networkMemoryMb': true,
  'engine.networkIdleMs': true,
  'engine.executionProviders': true,
}

const fieldsOf = ({ server, engine, limits, ...rest }: Config): Map<string, string> => {
  const groups = Object.entries({ server, engine, limits })
  const inGroups = groups.flatMap(([group, fields]) =>
    Object.entries(fields).map(([name, value]): [string, unknown] => [`${group}.${name}`, value]),
  )
  return new Map([...Object.entries(rest), ...inGroups].map(([name, value]) => [name, JSON.stringify(value)]))
}

const caFile = path.join(temporaryFolder(), 'ca.pem')
writeFileSync(caFile, rootCertificates[0]!)
/** With everything that others depend on. */
const ALL = {
  ...server,
  ...worker,
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318',
  STYLE_BACKEND_URL: 'http://styles',
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'us@example.com',
}
/** Each setting accepts one of them that it does not have yet. */
const VALUES = [
  caFile,
  ...'s3://other redis://other postgres://other smtp://other http://other a@b.example a=b a:1 cuda'.split(' '),
  ...'best debug queue embedded redirect closed on all asked yes clipdrop 3 2000'.split(' '),
]

const before = fieldsOf(load(ALL))

/** The fields that a setting decides. */
function decidedBy(name: string): string[] {
  for (const value of VALUES) {
    try {
      const after = fieldsOf(load({ ...ALL, [name]: value }))
      const changed = [...after.keys()].filter((field) => after.get(field) !== before.get(field))
      if (changed.length > 0) return changed
    } catch {} // not a value of this setting
  }
  throw new Error(`No value is known for ${name}`)
}

test('its table names what workers read, and nothing else', () => {
  const rowOf = (readers: string): string[] => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${readers} |`)) ?? ''
    return [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
  }
  const read = Object.keys(settings).filter((name) => decidedBy(name).some((field) => field in WORKER_FIELDS))
  expect([...rowOf('servers and workers'), ...rowOf('workers')].toSorted()).toEqual(read.toSorted())
  expect(rowOf('servers').filter((name) => read.includes(name) || !(name in settings))).toEqual([])
})
