/**
 * npx tsx bench/id-photo.ts [PHOTO]
 *
 * The whole request of an ID photo against that of a cut-out, on the same photo and in one run, turn and turn about. The
 * photo must be one that an ID photo can be made of; without one, a person of the sample photo is used.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { samplePhoto } from '../test/support/project.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'

const ROUNDS = 5
const [, , file] = process.argv
const photo = file
  ? await readFile(file)
  : await sharp(samplePhoto).extract({ left: 45, top: 292, width: 618, height: 795 }).jpeg({ quality: 92 }).toBuffer()

const dataDir = await newDataDir()
const server = await startServer(dataDir, { WORKERS: '1' })
try {
  const { key } = await server.newKey({ credits: 1000, rateLimit: 1000 })
  const request = async (route: string, fields: Record<string, string>): Promise<number> => {
    const body = new FormData()
    body.append('image_file', new Blob([new Uint8Array(photo)]), 'photo.jpg')
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const startedAt = performance.now()
    const reply = await fetch(`${server.baseUrl}/v1/${route}`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
    if (reply.status !== 201) throw new Error(`${route}: status ${reply.status}: ${await reply.text()}`)
    return performance.now() - startedAt
  }
  const cutout = () => request('remove', { size: 'full' })
  const idPhoto = () => request('id-photo', { spec: '1inch', bg_color: 'blue' })
  await idPhoto() // the first run allocates
  const times = { cutout: [] as number[], idPhoto: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.cutout.push(await cutout())
    times.idPhoto.push(await idPhoto())
    console.error(`round ${round + 1} of ${ROUNDS}`)
  }
  const [whole, part] = [median(times.idPhoto), median(times.cutout)]
  console.log(`ID photo ${whole.toFixed(0)} ms, cut-out ${part.toFixed(0)} ms, ratio ${(whole / part).toFixed(2)}`)
} finally {
  server.signal('SIGTERM')
  await server.ended
  await removeDataDir(dataDir)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
