/** Prometheus with our alerts, looking at a fleet every second. Whatever holds for a moment fires at once. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fetch } from 'undici'
import { parse, stringify } from 'yaml'
import { type Member, member } from './fleet.js'
import { freePort } from './free-port.js'
import { projectFile } from './project.js'

interface Rule {
  readonly alert: string
  readonly expr: string
  for?: string
}
interface Rules {
  readonly groups: readonly { readonly rules: Rule[] }[]
}

export const ALERTS = 'deploy/monitoring/alerts.yml'

export const alertRules = (): Rules => parse(readFileSync(projectFile(ALERTS), 'utf8')) as Rules

/** Undefined, and told, where it is not installed. */
export function prometheusProgram(): string | undefined {
  if (spawnSync('prometheus', ['--version']).status === 0) return 'prometheus'
  console.warn('skipped: prometheus is not installed (Debian: apt-get install prometheus), so no alert is seen to fire')
  return undefined
}

export interface Prometheus extends Member {
  /** The names of the alerts that fire. */
  firing(): Promise<string[]>
}

export async function prometheusNode(program: string, folder: string, targets: readonly string[]): Promise<Prometheus> {
  const port = await freePort()
  const rules = alertRules()
  for (const { rules: ofGroup } of rules.groups) for (const rule of ofGroup) delete rule.for
  writeFileSync(path.join(folder, 'alerts.yml'), stringify(rules))
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'silhouette', static_configs: [{ targets }] }],
  }
  writeFileSync(path.join(folder, 'prometheus.yml'), stringify(config))
  const places = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/series`]
  const args = [...places, `--web.listen-address=127.0.0.1:${port}`]
  return {
    ...member('prometheus', program, args, {}, /Server is ready to receive web requests/),
    firing: async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`)
      const { data } = (await reply.json()) as { data: { alerts: { labels: { alertname: string }; state: string }[] } }
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
  }
}
