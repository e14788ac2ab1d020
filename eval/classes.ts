/**
 * npx tsx eval/classes.ts [FOLDER] [--matte truth|product] [--only TEXT]
 *
 * How often the subject's class is right on the evaluation set, whose categories are our classes. By default with the
 * true matte, which is fast and measures the classification alone; or with the matte of the product's own networks.
 */
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { loadConfig } from '../src/config/load.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { createSubjectJudge } from '../src/imaging/detect/class/judge.js'
import { loadBlazeFace } from '../src/imaging/detect/faces/blazeface.js'
import { createFaceDetector } from '../src/imaging/detect/faces/face-boxes.js'
import { loadFaceMesh } from '../src/imaging/detect/faces/mesh.js'
import { loadObjectDetector } from '../src/imaging/detect/objects/nanodet.js'
import type { SubjectClass } from '../src/imaging/job.js'
import { loadTools } from '../src/imaging/load-tools.js'
import { chooseNetworks } from '../src/imaging/networks/choose.js'
import type { Photo } from '../src/imaging/raster/picture.js'
import { mattingSetupFor } from '../src/networks/setup.js'
import { chooseSet, type Entry, endWithoutPhotos, loadEvaluationSet } from './evaluation-set.js'
import { fetchNetworks } from './networks.js'

const CLASSES: readonly SubjectClass[] = ['person', 'animal', 'product', 'car', 'other']
const CLASS_OF_CATEGORY: Readonly<Record<string, SubjectClass>> = {
  people: 'person',
  animals: 'animal',
  products: 'product',
  cars: 'car',
  other: 'other',
}
const TRUTH_SIZE = 320

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    matte: { type: 'string', default: 'truth' },
    only: { type: 'string', default: '' },
  },
})
const set = chooseSet(positionals)
const entries = (await loadEvaluationSet(set))?.filter(
  ({ id, category }) => id.includes(values.only) && category in CLASS_OF_CATEGORY,
)
if (!entries?.length)
  endWithoutPhotos('npx tsx eval/classes.ts', set, 'a manifest.json that names the category of each photo')

const config = loadConfig(process.env)
const limits = { pixels: config.limits.pixels, minSide: 1, maxSide: 100_000 }
const classify = await loadClassifier()
const counts = new Map<string, number>()
const pair = (truth: SubjectClass, said: SubjectClass): string => `${truth} ${said}`
let right = 0

for (const entry of entries) {
  const truth = CLASS_OF_CATEGORY[entry.category]!
  const said = await classify(await decodePhoto(entry.file, limits), entry)
  counts.set(pair(truth, said), (counts.get(pair(truth, said)) ?? 0) + 1)
  if (said === truth) right += 1
  else console.log(`${entry.id}: ${said}`)
}

const row = (title: string, cells: readonly (string | number)[]): string =>
  title.padEnd(16) + cells.map((cell) => String(cell).padStart(9)).join('')
console.log(`\nMatte: ${values.matte}. Rows: the truth; columns: what the product says.`)
console.log(row('', CLASSES))
for (const truth of CLASSES) {
  console.log(
    row(
      truth,
      CLASSES.map((said) => counts.get(pair(truth, said)) ?? 0),
    ),
  )
}
console.log(`${right} of ${entries.length} right: ${((100 * right) / entries.length).toFixed(1)} %`)

async function loadClassifier(): Promise<(photo: Photo, entry: Entry) => Promise<SubjectClass>> {
  const files = chooseNetworks(await (await fetchNetworks()).networks())
  const threads = config.engine.threadsPerWorker
  if (values.matte === 'product') {
    const { findSubject } = await loadTools(files, await mattingSetupFor(config), threads)
    return async (photo) => {
      const { subjectClass } = await findSubject(photo, { classify: true })
      if (!subjectClass) throw new Error('The product named no class')
      return subjectClass
    }
  }
  const judge = createSubjectJudge({
    objects: await loadObjectDetector(files.nanodet, threads),
    faces: createFaceDetector({
      detector: await loadBlazeFace(files.blazeface, threads),
      mesh: await loadFaceMesh(files.facemesh, threads),
    }),
  })
  return async (photo, { gt }) => {
    const square = sharp(gt).extractChannel(0).resize(TRUTH_SIZE, TRUTH_SIZE, { fit: 'fill' }).extractChannel(0)
    return (await judge(photo, { data: await square.raw().toBuffer(), size: TRUTH_SIZE })).subjectClass
  }
}
