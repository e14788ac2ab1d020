/**
 * npx tsx bench/presets.ts [PHOTO]
 *
 * Five presets of one photo in one request against a single one, alternating in one run.
 */
import { readFile } from 'node:fs/promises'
import { fetchNetworks } from '../eval/networks.js'
import { samplePerson } from '../test/support/sample-person.js'
import { median } from './median.js'
import { timed, withOneWorker } from './one-worker.js'

const ROUNDS = 5
const FIVE = 'amazon,ebay,etsy,shopify,google'
const [, , file] = process.argv
await fetchNetworks()
const photo = file ? await readFile(file) : await samplePerson()

await withOneWorker({}, async ({ send }) => {
  const ask = (preset: string) => () =>
    timed(() => send('v1/remove', photo, { size: 'full', preset, shadow: 'contact' }))
  const [one, five] = [ask('amazon'), ask(FIVE)]
  await five() // warm-up: the first run allocates
  const times = { one: [] as number[], five: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.one.push(await one())
    times.five.push(await five())
    console.error(`round ${round + 1} of ${ROUNDS}`)
  }
  const [whole, part] = [median(times.five), median(times.one)]
  console.log(`Five presets ${whole.toFixed(0)} ms, one ${part.toFixed(0)} ms, ratio ${(whole / part).toFixed(2)}`)
})
