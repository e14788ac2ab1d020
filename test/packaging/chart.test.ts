/** The chart, rendered by Helm and compared with Kubernetes' own schemas. What it refuses: unit/chart-values. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { WHOLE_FLEET } from '../fixtures/chart-values.js'
import { chartFolder, type Manifest, renderChart } from '../support/chart.js'
import { hasHelm, helmProgram, kitIsInstalled } from '../support/kit.js'
import { schemaErrors } from '../support/kubernetes-types.js'

interface Pod {
  readonly terminationGracePeriodSeconds: number
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: { readonly matchLabels: Labels } }[]
  readonly volumes: readonly { readonly name: string }[]
  readonly containers: readonly {
    readonly env: readonly { readonly name: string; readonly value: string }[]
    readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[]
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
    readonly volumeMounts: readonly { readonly name: string }[]
  }[]
}
type Labels = Readonly<Record<string, string>>
interface Workload {
  readonly replicas?: number
  readonly selector: { readonly matchLabels: Labels }
  readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod }
}
const isDeployment = (manifest: Manifest): boolean => manifest.kind === 'Deployment'
const deployments = (manifests: readonly Manifest[]): Workload[] =>
  manifests.filter(isDeployment).map(({ spec }) => spec as Workload)
const settingsOf = ({ template }: Workload): Record<string, string> =>
  Object.fromEntries(template.spec.containers[0]!.env.map(({ name, value }) => [name, value]))

const SMALL_FLEET = { mode: 'fleet', existingSecret: 'stores' }
const GUARDED = { existingSecret: 'secret', networkPolicy: { enabled: true }, serviceMonitor: { enabled: true } }

describe.skipIf(!hasHelm || !kitIsInstalled)('the chart', () => {
  test('is one that Helm accepts', () => {
    const { status, stdout } = spawnSync(helmProgram(), ['lint', '--strict', chartFolder], { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  })

  test.each([
    ['by default', {}, 'Deployment, PersistentVolumeClaim, Service'],
    ['alone and guarded', GUARDED, 'Deployment, NetworkPolicy, PersistentVolumeClaim, Service, ServiceMonitor'],
    ['as a fleet', SMALL_FLEET, 'Deployment, PodDisruptionBudget, Service'],
    [
      'as a fleet with everything',
      WHOLE_FLEET,
      'Deployment, HorizontalPodAutoscaler, Ingress, NetworkPolicy, PodDisruptionBudget, PodMonitor, ScaledObject, Service, ServiceMonitor',
    ],
  ])('%s has its parts', (_, values, kinds) => {
    const there = renderChart(values).map(({ kind }) => kind)
    expect([...new Set(there)].sort().join(', ')).toBe(kinds)
  })

  test('is what Kubernetes accepts, which is strict about fields and values', async () => {
    const podWith = (name: string, mistake: object): Manifest => {
      const spec = { containers: [{ name: 'x', image: 'y', ...mistake }] }
      return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec }
    }
    const errors = await schemaErrors([
      ...[{}, GUARDED, SMALL_FLEET, WHOLE_FLEET].flatMap(renderChart),
      podWith('unknown-field', { livenesProbe: {} }),
      podWith('unknown-value', { imagePullPolicy: 'Sometimes' }),
    ])
    expect(errors).toEqual([
      expect.stringMatching(/^Pod unknown-field: .*livenesProbe/),
      expect.stringMatching(/^Pod unknown-value: .*"Sometimes"/),
      expect.stringMatching(/^Pod unknown-value: .*imagePullPolicy/),
    ])
  })

  test('what selects pods selects those of one kind', () => {
    const manifests = renderChart(WHOLE_FLEET)
    const [api, worker] = deployments(manifests)
    for (const { selector, template } of [api!, worker!]) {
      expect(template.metadata.labels).toEqual(selector.matchLabels)
      for (const { labelSelector } of template.spec.topologySpreadConstraints!)
        expect(labelSelector.matchLabels).toEqual(selector.matchLabels)
    }
    expect(api!.selector).not.toEqual(worker!.selector)
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')
    expect(budgets.map(({ spec }) => (spec as Workload).selector)).toEqual([api!.selector, worker!.selector])
  })

  test('every volume that is mounted is there, and every certificate is used', () => {
    for (const workload of deployments(renderChart(WHOLE_FLEET))) {
      const { volumes, containers } = workload.template.spec
      const mounted = containers[0]!.volumeMounts.map(({ name }) => name)
      expect(mounted.sort()).toEqual(volumes.map(({ name }) => name).sort())
      expect(mounted).toEqual(['ca', 'data', 'fonts', 'tmp'])
      expect(settingsOf(workload)).toMatchObject({ NODE_EXTRA_CA_CERTS: '/etc/silhouette/ca/ca.crt' })
    }
  })

  test('settings arrive as they were written, and workers get no more secrets than they need', () => {
    const [api, worker] = deployments(renderChart(WHOLE_FLEET))
    expect(settingsOf(api!)).toMatchObject({ MAX_UPLOAD_BYTES: '41943040', TRUSTED_PROXIES: '1', ENGINE: 'queue' })
    expect(api!.template.spec.containers[0]!.envFrom).toEqual([{ secretRef: { name: 'stores' } }])
    expect(worker!.template.spec.containers[0]!.envFrom).toEqual([{ secretRef: { name: 'workers-stores' } }])
  })

  test('no setting is there twice, which a server-side apply refuses', () => {
    const settings = { SHUTDOWN_SECONDS: 120, NODE_EXTRA_CA_CERTS: '/etc/ssl/house.pem' }
    const values = { ...SMALL_FLEET, settings, ca: { configMap: 'house-authority' } }
    const [api, worker] = deployments(renderChart(values))
    for (const { template } of [api!, worker!]) {
      const names = template.spec.containers[0]!.env.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
    }
    expect(settingsOf(api!)).toMatchObject({ SHUTDOWN_SECONDS: '120' })
    expect(settingsOf(worker!)).toMatchObject({ SHUTDOWN_SECONDS: '90', WORKER_PORT: '8081', WORKERS: '1' })
  })

  test('workers are watched at the port that they listen on, with the token of their own Secret', () => {
    const manifests = renderChart(WHOLE_FLEET)
    const [, worker] = deployments(manifests)
    const { spec } = manifests.find(({ kind }) => kind === 'PodMonitor')!
    const port = { port: 'signals', authorization: { credentials: { name: 'workers-stores', key: 'METRICS_TOKEN' } } }
    expect(spec).toMatchObject({ selector: worker!.selector, podMetricsEndpoints: [port] })
    expect(worker!.template.spec.containers[0]!.ports).toMatchObject([{ name: 'signals', containerPort: 8081 }])
    const policy = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.endsWith('worker'))!
    expect(policy.spec).toMatchObject({ podSelector: worker!.selector, ingress: [{ ports: [{ port: 'signals' }] }] })
  })

  test('pods get the time to drain, and whoever scales them decides how many there are', () => {
    const settings = { DRAIN_SECONDS: 20, SHUTDOWN_SECONDS: '120' }
    const slow = deployments(renderChart({ ...SMALL_FLEET, settings, worker: { shutdownSeconds: 300 } }))
    expect(slow.map(({ template }) => template.spec.terminationGracePeriodSeconds)).toEqual([150, 310])
    expect(slow.map(({ replicas }) => replicas)).toEqual([2, 2])
    expect(deployments(renderChart(WHOLE_FLEET)).map(({ replicas }) => replicas)).toEqual([undefined, undefined])
  })

  test('Helm refuses what contradicts itself', () => {
    expect(() => renderChart({ api: { replicas: 2 } })).toThrow("at '/api/replicas'")
    const backwards = { ...SMALL_FLEET, api: { autoscaling: { enabled: true, minReplicas: 20 } } }
    expect(() => renderChart(backwards)).toThrow('api.autoscaling.minReplicas (20) is more than its maxReplicas (10)')
  })
})
