/**
 * ISNet in half precision as shipped, in our runtime with our session options and all cores: what the same network costs
 * untouched. Runs in a child process; only the inference is measured.
 */
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { loadConfig } from '../../src/config.js'
import { openNetwork } from '../../src/imaging/networks/open-network.js'
import { loadManifest } from '../../src/models/manifest.js'
import { modelStoreOf } from '../../src/models/store.js'
import { answerJobs } from './answer-jobs.mjs'

/** What the file expects as shipped; the product's compiled version may differ. */
const SHIPPED = { input: 'input', size: 1024, mean: [128, 128, 128], deviation: [256, 256, 256] } as const
const OUTPUT = 'output'

const shippedFile = loadManifest().find(({ id }) => id === 'isnet')?.files[0]
if (!shippedFile) throw new Error('The model manifest has no ISNet')
const file = modelStoreOf(loadConfig(process.env)).pathOf(shippedFile)
const network = await openNetwork({ ...SHIPPED, file }, availableParallelism())
const { size } = SHIPPED

answerJobs(async (job, measure) => {
  const { data, info } = await sharp(job.input)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const photo = sharp(data, { raw: { width, height, channels: 3 } })
  const rgb = await photo.clone().resize(size, size, { fit: 'fill' }).raw().toBuffer()
  let answer: Float32Array = new Float32Array()
  const cost = await measure(async () => {
    answer = (await network.run(rgb))[OUTPUT]!
  })
  const alpha = await sharp(
    Uint8Array.from(answer, (value) => Math.round(value * 255)),
    { raw: { width: size, height: size, channels: 1 } },
  )
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  await photo
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(job.output)
  return cost
})
