/**
 * npx tsx bench/peers.ts [FOLDER] [--count N]      (after npm run build)
 *
 * Whole requests to the product against npm packages that do the same job, on the same photos: time, throughput, CPU time
 * and memory in one run, and quality where the folder has masks (see eval/evaluation-set.ts). Without any photos it is the
 * sample photo, N times. Absolute times depend on the machine and its other load: only the ratios count. Cut-outs stay in
 * report/peers/cutouts.
 */
import { mkdir } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chooseSet, type Entry, loadEvaluationSet, loadPhotos } from '../eval/evaluation-set.js'
import { fetchNetworks } from '../eval/networks.js'
import { projectFile } from '../test/support/project.js'
import { startBareNetwork } from './peers/bare-contender.js'
import type { Contender, Cost, Job } from './peers/contender.js'
import { startPackage } from './peers/package-contender.js'
import { installPackages, PACKAGES } from './peers/packages.js'
import { qualityOf } from './peers/quality.js'
import { type Result, renderComparison } from './peers/report.js'
import { startSilhouette } from './peers/silhouette.js'

interface Photo {
  readonly id: string
  readonly file: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '8' } },
})
const count = Number(values.count)
if (!(Number.isInteger(count) && count > 0))
  throw new RangeError(`--count must be a whole number, at least 1 (got ${values.count})`)
const { root } = await fetchNetworks()
const set = chooseSet(positionals)
const known = spread((await loadEvaluationSet(set)) ?? [], count)
const photos: readonly Photo[] = known.length > 0 ? known : (await loadPhotos(set)).slice(0, count)
const samples = Array.from({ length: count }, (_, i) => ({
  id: `sample-${i + 1}`,
  file: path.join(root, 'sample.jpg'),
}))
const entries: readonly Photo[] = photos.length > 0 ? photos : samples

const loadBefore = loadavg()[0]?.toFixed(1)
const PRODUCT = 'Silhouette'
const folder = projectFile('report/peers')
await installPackages(folder)

/** Those still in the race, with their cost per photo. */
const contenders = new Map<Contender, Cost[]>()
const notes: string[] = []
const results: Result[] = []
try {
  await startAll(entries[0]!)
  await oneAtATime()
  await allAtOnce()
} finally {
  for (const contender of contenders.keys()) await contender.stop()
}
console.log(`${entries.length} photos: ${entries.map(({ id }) => id).join(', ')}`)
console.log(`${availableParallelism()} cores, load before the run ${loadBefore} (should be about 0 for fair times)\n`)
console.log(renderComparison(results, PRODUCT))
console.log(`\n${notes.join('\n')}`)
if (!results.some(({ name }) => name === PRODUCT)) process.exitCode = 1

async function startAll(first: Photo): Promise<void> {
  const begin = async (name: string, start: (job: Job) => Promise<Contender>): Promise<void> => {
    console.error(`Starting ${name}`)
    await mkdir(cutoutFolder(name), { recursive: true })
    contenders.set(await start(jobOf(name, first)), [])
  }
  await begin(PRODUCT, startSilhouette)
  await begin('our network bare', startBareNetwork)
  for (const [name, { version, note }] of Object.entries(PACKAGES)) {
    notes.push(`${name} ${version}: ${note}`)
    await begin(name, (job) => startPackage(name, folder, job)).catch((error: Error) => noteFailure(name, error))
  }
}

/** Alternating, so that other load on the machine affects all alike. */
async function oneAtATime(): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    for (const [contender, costs] of contenders) {
      await orDrop(contender, async () => {
        const cost = await contender.cutOut(jobOf(contender.name, entry))
        costs.push(cost)
        console.error(`${index + 1}/${entries.length} ${entry.id}: ${contender.name} ${cost.seconds.toFixed(2)} s`)
      })
    }
  }
}

async function allAtOnce(): Promise<void> {
  for (const [contender, costs] of contenders) {
    await orDrop(contender, async () => {
      const { name, setup } = contender
      console.error(`All photos at once: ${name}`)
      const peakMb = await contender.peakMb()
      const busy = await contender.allAtOnce(entries.map((entry) => jobOf(name, entry)))
      for (const run of busy) console.error(`${name}, ${run.setup}: ${run.total.seconds.toFixed(1)} s`)
      await contender.stop() // frees its memory for the others
      const cutouts = known.map((entry) => ({ entry, file: jobOf(name, entry).output }))
      const quality = cutouts.length > 0 ? await qualityOf(cutouts) : undefined
      results.push({ name, setup, peakMb, costs, busy, quality })
    })
  }
}

/** A contender that fails is out; the others carry on. */
async function orDrop(contender: Contender, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    noteFailure(contender.name, error as Error)
    contenders.delete(contender)
    await contender.stop()
  }
}

function noteFailure(name: string, { message }: Error): void {
  notes.push(`${name} does not run here: ${message}`)
  console.error(notes.at(-1))
}

function jobOf(contender: string, entry: Photo): Job {
  return { input: path.resolve(entry.file), output: path.join(cutoutFolder(contender), `${entry.id}.cutout.png`) }
}

function cutoutFolder(contender: string): string {
  return path.join(folder, 'cutouts', contender.replace(/[^a-z0-9]+/gi, '-'))
}

/** Evenly spaced over the set, sorted by category, so that each category gets about its share. */
function spread(set: readonly Entry[], count: number): Entry[] {
  const sorted = set.toSorted((a, b) => a.category.localeCompare(b.category))
  const wanted = Math.min(count, sorted.length)
  return Array.from({ length: wanted }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / wanted)]!)
}
