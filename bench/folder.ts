/**
 * A folder of photos through the command line, and the same photos one after the other through one worker of the engine: what
 * does the command line cost? Both are timed from their first result to their last, alternating, because other load changes the speed of a machine.
 *
 *     npx tsx bench/folder.ts [photos] [rounds]
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { readSamplePhoto } from '../eval/networks.js'
import { loadConfig } from '../src/config/load.js'
import { silentProgress } from '../src/models/progress.js'
import { openWorkers } from '../src/photos/open-workers.js'
import { runPatiently } from '../src/photos/run-patiently.js'
import { dataFolder, projectFile } from '../test/support/project.js'
import { median } from './median.js'

const [photos = 12, rounds = 3] = process.argv.slice(2).map(Number)
const settings = { DATA_DIR: dataFolder, WORKERS: '1' }
const config = loadConfig(settings)
const folder = await mkdtemp(path.join(tmpdir(), 'folder-'))
const at = (...names: string[]): string => path.join(folder, ...names)
const names = Array.from({ length: photos }, (_, index) => `photo-${String(index).padStart(3, '0')}`)

await mkdir(at('photos'))
const photo = await sharp(await readSamplePhoto())
  .resize(1200)
  .jpeg()
  .toBuffer()
for (const name of names) await writeFile(at('photos', `${name}.jpg`), photo)

/** Milliseconds per photo, without the first. */
const paceOf = (times: readonly number[]): number => (times.at(-1)! - times[0]!) / (times.length - 1)

async function commandLine(): Promise<number> {
  const args = ['remove', at('photos'), '-o', at('out'), '--jobs', '1', '--overwrite', '--json']
  const child = spawn(process.execPath, [projectFile('bin/silhouette'), ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const times: number[] = []
  for await (const _line of createInterface({ input: child.stdout })) times.push(performance.now())
  return paceOf(times)
}

async function oneWorker(): Promise<number> {
  const engine = await openWorkers(config, config.engine.workers, silentProgress, () => {})
  try {
    await engine.start()
    const job = {
      kind: 'cutout',
      cap: { pixels: config.limits.pixels },
      format: 'png',
      channels: 'rgba',
      watermark: false,
      classify: false,
    } as const
    const times: number[] = []
    for (const name of names) {
      const files = { input: at('photos', `${name}.jpg`), output: at('result') }
      await runPatiently(job, files, engine, new AbortController().signal)
      times.push(performance.now())
    }
    return paceOf(times)
  } finally {
    await engine.close()
  }
}

const ratios: number[] = []
try {
  for (let round = 1; round <= rounds; round++) {
    const [engineMs, commandMs] = [await oneWorker(), await commandLine()]
    ratios.push(commandMs / engineMs)
    console.log(`${round}: engine ${engineMs.toFixed(0)} ms, command line ${commandMs.toFixed(0)} ms per photo`)
  }
  console.log(`The command line takes ${median(ratios).toFixed(2)} times as long (median of ${rounds})`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
