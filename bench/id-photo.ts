/**
 * npx tsx bench/id-photo.ts [PHOTO]
 *
 * A whole ID photo request against a whole cut-out request, on the same photo, alternating in one run. The photo must be
 * fit for an ID photo; by default it is one person from the sample photo.
 */
import { readFile } from 'node:fs/promises'
import { fetchNetworks } from '../eval/networks.js'
import { samplePerson } from '../test/support/sample-person.js'
import { median } from './median.js'
import { timed, withOneWorker } from './one-worker.js'

const ROUNDS = 5
const [, , file] = process.argv
await fetchNetworks()
const photo = file ? await readFile(file) : await samplePerson()

await withOneWorker({}, async ({ send }) => {
  const cutout = () => timed(() => send('v1/remove', photo, { size: 'full' }))
  const idPhoto = () => timed(() => send('v1/id-photo', photo, { spec: '1inch', bg_color: 'blue' }))
  await idPhoto() // warm-up: the first run allocates
  const times = { cutout: [] as number[], idPhoto: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.cutout.push(await cutout())
    times.idPhoto.push(await idPhoto())
    console.error(`round ${round + 1} of ${ROUNDS}`)
  }
  const [whole, part] = [median(times.idPhoto), median(times.cutout)]
  console.log(`ID photo ${whole.toFixed(0)} ms, cut-out ${part.toFixed(0)} ms, ratio ${(whole / part).toFixed(2)}`)
})
