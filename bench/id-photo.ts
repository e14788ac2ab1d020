/**
 * npx tsx bench/id-photo.ts [PHOTO]
 *
 * The whole request of an ID photo against that of a cut-out, on the same photo and in one run, turn and turn about. The
 * photo must be one that an ID photo can be made of; without one, a person of the sample photo is used.
 */
import { readFile } from 'node:fs/promises'
import { samplePerson } from '../test/support/sample-person.js'
import { median } from './median.js'
import { withOneWorker } from './one-worker.js'

const ROUNDS = 5
const [, , file] = process.argv
const photo = file ? await readFile(file) : await samplePerson()

await withOneWorker(photo, async ({ timeOf }) => {
  const cutout = () => timeOf('remove', { size: 'full' })
  const idPhoto = () => timeOf('id-photo', { spec: '1inch', bg_color: 'blue' })
  await idPhoto() // the first run allocates
  const times = { cutout: [] as number[], idPhoto: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.cutout.push(await cutout())
    times.idPhoto.push(await idPhoto())
    console.error(`round ${round + 1} of ${ROUNDS}`)
  }
  const [whole, part] = [median(times.idPhoto), median(times.cutout)]
  console.log(`ID photo ${whole.toFixed(0)} ms, cut-out ${part.toFixed(0)} ms, ratio ${(whole / part).toFixed(2)}`)
})
