/** Which values the chart refuses: its schema, by itself. Helm applies it at every install; see packaging/chart. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../src/config/settings.js'
import { WHOLE_FLEET } from '../fixtures/chart-values.js'
import { projectFile } from '../support/project.js'

const read = (name: string): string => readFileSync(projectFile(`deploy/helm/silhouette/${name}`), 'utf8')
const schema = JSON.parse(read('values.schema.json')) as object
const defaults = parse(read('values.yaml')) as Values
const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(schema)

interface Values {
  [name: string]: unknown
}
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As Helm merges them: objects member by member, everything else as a whole. */
function merged(base: Values, over: Values): Values {
  const changed = Object.entries(over).map(([name, value]): [string, unknown] => {
    const before = base[name]
    return [name, isValues(before) && isValues(value) ? merged(before, value) : value]
  })
  return { ...base, ...Object.fromEntries(changed) }
}

/** Where the schema objects. */
function refused(over: Values): string[] {
  validate(merged(defaults, over))
  const places = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => error.instancePath)
  return [...new Set(places)]
}

const FLEET = { mode: 'fleet', existingSecret: 'stores' }
const AT_HOME = { BASE_URL: 'https://images.example.com', TRUSTED_PROXIES: '1' }

test.each<[string, Values]>([
  ['the defaults', {}],
  ['a fleet', FLEET],
  ['a fleet of more', { ...FLEET, api: { replicas: 5 }, worker: { replicas: 20 } }],
  ['a fleet with everything', WHOLE_FLEET],
  ['an ingress', { settings: AT_HOME, ingress: { enabled: true } }],
  ['a part of another chart', { global: { imageRegistry: 'x' } }],
  ['no time to drain', { settings: { DRAIN_SECONDS: 0 } }],
])('accepts %s', (_, values) => {
  expect(refused(values)).toEqual([])
})

describe('refuses', () => {
  test.each<[string, Values, string]>([
    ['an unknown name', { replicas: 3 }, ''],
    ['an unknown mode', { mode: 'cluster' }, '/mode'],
    ['several servers on one SQLite', { api: { replicas: 2 } }, '/api/replicas'],
    ['scaling them', { api: { autoscaling: { enabled: true } } }, '/api/autoscaling/enabled'],
    ['workers of one server', { worker: { replicas: 2 } }, '/worker'],
    ['scaling those', { worker: { keda: { enabled: true, prometheus: 'http://p:9090' } } }, '/worker/keda/enabled'],
    ['a fleet without its stores', { mode: 'fleet' }, '/existingSecret'],
    ['a fleet on a volume', { ...FLEET, persistence: { existingClaim: 'mine' } }, '/persistence/existingClaim'],
    ['two counts of its workers', { ...FLEET, settings: { WORKERS: 4 } }, '/settings'],
    ['servers both counted and scaled', { ...FLEET, api: { replicas: 3, autoscaling: { enabled: true } } }, '/api'],
    [
      'workers both counted and scaled',
      { ...FLEET, worker: { replicas: 3, keda: { enabled: true, prometheus: 'http://p:9090' } } },
      '/worker',
    ],
    ['scaling by an unknown queue', { ...FLEET, worker: { keda: { enabled: true } } }, '/worker/keda/prometheus'],
    [
      'an ingress that is not trusted',
      { ingress: { enabled: true }, settings: { ...AT_HOME, TRUSTED_PROXIES: 0 } },
      '/settings/TRUSTED_PROXIES',
    ],
    ['an ingress to localhost', { ingress: { enabled: true }, settings: { TRUSTED_PROXIES: 1 } }, '/settings/BASE_URL'],
    ['metrics without their token', { serviceMonitor: { enabled: true } }, '/existingSecret'],
    [
      'a budget that keeps nodes from being drained',
      { podDisruptionBudget: { maxUnavailable: 0 } },
      '/podDisruptionBudget/maxUnavailable',
    ],
    ['a volume over ours', { extraVolumes: [{ name: 'data', emptyDir: {} }] }, '/extraVolumes/0/name'],
    ['an engine against the mode', { settings: { ENGINE: 'queue' } }, '/settings'],
    ['a secret among the settings', { settings: { METRICS_TOKEN: 'x' } }, '/settings'],
  ])('%s', (_, values, place) => {
    expect(refused(values)).toContain(place)
  })

  test('every setting of ours that is a secret', () => {
    const secrets = Object.entries(settings).flatMap(([name, { secret }]) => (secret ? [name] : []))
    expect(secrets).toContain('AWS_SECRET_ACCESS_KEY')
    expect(secrets.filter((name) => !refused({ settings: { [name]: 'x' } }).includes('/settings'))).toEqual([])
  })
})

test('the schema knows every value by name', () => {
  const { properties } = schema as { properties: Values }
  expect(Object.keys(defaults).filter((name) => !(name in properties))).toEqual([])
})
