/**
 * npx tsx eval/id-photo-warnings.ts [FOLDER] [--only TEXT] [--mattes DIR]
 *
 * How often each warning comes when it should, and when it should not: every portrait of the evaluation set that becomes an
 * ID photo is altered in ways that have a warning each (blurred, darkened, tilted, eyes closed, …), and made once more. Prints
 * how many of the altered copies are warned about or refused, and how many of the portraits as they are have that warning.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { AppError } from '../src/base/errors.js'
import { findBackground, findSpec } from '../src/catalog/id-photo-formats.js'
import { sortWarnings, type Warning } from '../src/catalog/id-photo-warnings.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { createDeadline } from '../src/imaging/deadline.js'
import type { Face } from '../src/imaging/detect/faces/find-faces.js'
import { runJob } from '../src/imaging/run-job.js'
import { ALTERATIONS } from './alter-portrait.js'
import { chooseSet, endWithoutPhotos, loadPortraits, PORTRAITS } from './evaluation-set.js'
import { loadProductTools } from './product-tools.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    mattes: { type: 'string', default: '' },
  },
})
const set = chooseSet(positionals)
const portraits = (await loadPortraits(set))?.filter(({ id }) => id.includes(values.only))
if (!portraits) endWithoutPhotos('npx tsx eval/id-photo-warnings.ts', set, PORTRAITS)
const folder = path.resolve('report/id-photo-warnings')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const scratch = await mkdtemp(path.join(tmpdir(), 'silhouette-warnings-'))
const tools = await loadProductTools(values.mattes || path.join(folder, 'mattes'))
const spec = findSpec('schengen_visa')!

const plain = new Map<Warning, number>()
const hits = new Map(Object.keys(ALTERATIONS).map((name) => [name, { warned: 0, refused: 0, all: 0 }]))
let [delivered, faulty] = [0, 0]
for (const { id, file } of portraits) {
  const faults = await faultsOf(file, `${id}.jpg`)
  if (!faults) continue
  delivered += 1
  if (faults.length > 0) faulty += 1
  for (const code of faults) plain.set(code, (plain.get(code) ?? 0) + 1)
  const photo = await decodePhoto(file, tools.limits)
  const [face] = (await tools.findFaces(photo)) as [Face]
  for (const [name, { wanted, alter }] of Object.entries(ALTERATIONS)) {
    const altered = path.join(scratch, 'altered.png')
    await (await alter(sharp(photo.colour, { raw: { width: photo.width, height: photo.height, channels: 3 } }), face))
      .png({ compressionLevel: 1 })
      .toFile(altered)
    const found = await faultsOf(altered, `${id}-${name}.jpg`)
    const count = hits.get(name)!
    count.all += 1
    if (!found) count.refused += 1
    else if (found.some((code) => wanted.includes(code))) count.warned += 1
  }
  console.error(id)
}
await rm(scratch, { recursive: true, force: true })
console.log(`${delivered} portraits delivered as ${spec.id}; ${faulty} of them with a fault:`)
for (const [code, count] of [...plain].toSorted(([, a], [, b]) => b - a)) console.log(`  ${code.padEnd(20)} ${count}`)
console.log('Altered copies, by what was done to them:')
for (const [name, { warned, refused, all }] of hits) {
  const { wanted } = ALTERATIONS[name]!
  console.log(`  ${name.padEnd(14)} ${wanted.join(' or ').padEnd(26)} warned ${warned}, refused ${refused} of ${all}`)
}

/** Undefined when the photo is refused. */
async function faultsOf(input: string, name: string): Promise<readonly Warning[] | undefined> {
  const job = { kind: 'id-photo', spec, background: findBackground('white')! } as const
  const files = { input, output: path.join(folder, name) }
  try {
    const { warnings = [] } = await runJob(job, files, { ...tools, deadline: createDeadline(600_000) })
    return sortWarnings(warnings).faults
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
