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

/** On a machine that others share, single rounds differ by a quarter. */
const ROUNDS = 15
const WARM_UP = 3
const [, , file] = process.argv
await fetchNetworks()
const photo = file ? await readFile(file) : await samplePerson()

await withOneWorker({}, async ({ send }) => {
  const cutout = () => timed(() => send('v1/remove', photo, { size: 'full' }))
  const idPhoto = () => timed(() => send('v1/id-photo', photo, { spec: '1inch', bg_color: 'blue' }))
  const times = { cutout: [] as number[], idPhoto: [] as number[] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const [whole, portrait] = [await cutout(), await idPhoto()]
    console.error(round < 0 ? 'warm-up' : `round ${round + 1} of ${ROUNDS}`)
    if (round < 0) continue
    times.cutout.push(whole)
    times.idPhoto.push(portrait)
  }
  const [photoMs, cutoutMs] = [median(times.idPhoto), median(times.cutout)]
  const ratio = (photoMs / cutoutMs).toFixed(2)
  console.log(`ID photo ${photoMs.toFixed(0)} ms, cut-out ${cutoutMs.toFixed(0)} ms, ratio ${ratio}`)
})
