/**
 * npx tsx bench/peers.ts [--photos DIR] [--count N]      (after npm run build)
 *
 * Whole requests to the product beside npm packages that do the same job, on the same photos with known alpha (DIR is an
 * evaluation set, see eval/evaluation-set.ts): time, throughput, processor time, memory and quality in one run. Absolute
 * times depend on the machine and its other load: the ratios are what counts. Cut-outs stay in report/peers/cutouts.
 */
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Entry, loadEvaluationSet } from '../eval/evaluation-set.js'
import { projectFile } from '../test/support/project.js'
import { startBareNetwork } from './peers/bare-contender.js'
import type { BusyRun, Contender, Cost, Job } from './peers/contender.js'
import { startPackage } from './peers/package-contender.js'
import { installPackages, PACKAGES } from './peers/packages.js'
import { qualityOf } from './peers/quality.js'
import { type Result, renderComparison } from './peers/report.js'
import { startSilhouette } from './peers/silhouette.js'

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: projectFile('../shared/eval') },
    count: { type: 'string', default: '8' },
  },
})
const entries = spread((await loadEvaluationSet(path.resolve(values.photos))) ?? [], Number(values.count))
const [firstEntry] = entries
if (!firstEntry) {
  console.log(`Nothing to compare: there are no photos with known alpha in ${path.resolve(values.photos)}.`)
  process.exit(0)
}

const folder = projectFile('report/peers')
await installPackages(folder)

const contenders: Contender[] = []
const absent: string[] = []
const costs = new Map<Contender, Cost[]>()
const results: Result[] = []
try {
  await startAll(firstEntry)
  await oneAtATime()
  for (const contender of contenders) results.push(await resultOf(contender))
} finally {
  for (const contender of contenders) await contender.stop()
}
console.log(`${entries.length} photos (${entries.map(({ id }) => id).join(', ')}), ${availableParallelism()} cores\n`)
console.log(renderComparison(results, 'Silhouette'))
for (const line of absent) console.log(line)

async function startAll(first: Entry): Promise<void> {
  const begin = async (name: string, start: (job: Job) => Promise<Contender>): Promise<void> => {
    console.error(`Starting ${name}`)
    await mkdir(cutoutFolder(name), { recursive: true })
    contenders.push(await start(jobOf(name, first)))
  }
  await begin('Silhouette', startSilhouette) // first: it fetches the networks where they are missing
  await begin('fp16 ISNet bare, our runtime', startBareNetwork)
  for (const name of Object.keys(PACKAGES)) {
    await begin(name, (job) => startPackage(name, folder, job)).catch((error: Error) => {
      absent.push(`${name} ${PACKAGES[name]} was installed but does not run here: ${error.message}`)
      console.error(absent.at(-1))
    })
  }
}

/** Turn and turn about, so that whatever else the machine does hits all alike. */
async function oneAtATime(): Promise<void> {
  for (const contender of contenders) costs.set(contender, [])
  for (const [index, entry] of entries.entries()) {
    for (const contender of contenders) {
      const cost = await contender.cutOut(jobOf(contender.name, entry))
      costs.get(contender)?.push(cost)
      console.error(`${index + 1}/${entries.length} ${entry.id}: ${contender.name} ${cost.seconds.toFixed(2)} s`)
    }
  }
}

async function resultOf(contender: Contender): Promise<Result> {
  const { name, setup } = contender
  const peakMb = await contender.peakMb()
  console.error(`All photos at once: ${name}`)
  const busy: BusyRun[] = await contender.allAtOnce(entries.map((entry) => jobOf(name, entry)))
  for (const run of busy) console.error(`${name}, ${run.setup}: ${run.total.seconds.toFixed(1)} s`)
  const quality = await qualityOf(entries.map((entry) => ({ entry, file: jobOf(name, entry).output })))
  return { name, setup, peakMb, costs: costs.get(contender) ?? [], busy, quality }
}

function jobOf(contender: string, entry: Entry): Job {
  return { input: path.resolve(entry.file), output: path.join(cutoutFolder(contender), `${entry.id}.cutout.png`) }
}

function cutoutFolder(contender: string): string {
  return path.join(folder, 'cutouts', contender.replace(/[^a-z0-9]+/gi, '-'))
}

/** Evenly over the set in the order of its categories, so that each gets about its share. */
function spread(set: readonly Entry[], count: number): Entry[] {
  const sorted = set.toSorted((a, b) => a.category.localeCompare(b.category))
  const wanted = Math.min(count, sorted.length)
  return Array.from({ length: wanted }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / wanted)]!)
}
