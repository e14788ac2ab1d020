/**
 * The product's matte network alone, in our runtime with our session options and all cores: what one look costs without
 * everything around it. Runs in a child process; only the inference is measured.
 */
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { loadConfig } from '../../src/config/load.js'
import { toProbability } from '../../src/imaging/matte/logit-plane.js'
import { loadMattingNetwork, type Prediction } from '../../src/imaging/matte/matting-network.js'
import { chooseNetworks } from '../../src/imaging/networks/choose.js'
import { modelStoreOf } from '../../src/models/store.js'
import { answerJobs } from './answer-jobs.mjs'

const { matte } = chooseNetworks(await modelStoreOf(loadConfig(process.env)).networks())
const network = await loadMattingNetwork(matte, availableParallelism())

answerJobs(async (job, measure) => {
  const { data, info } = await sharp(job.input)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const photo = sharp(data, { raw: { width, height, channels: 3 } })
  const rgb = await photo.clone().resize(network.size, network.size, { fit: 'fill' }).raw().toBuffer()
  let answer: Prediction = { size: 0, logits: new Float32Array() }
  const cost = await measure(async () => {
    answer = await network.predict(rgb)
  })
  const alpha = await sharp(
    Uint8Array.from(toProbability(answer.logits), (value) => Math.round(value * 255)),
    { raw: { width: answer.size, height: answer.size, channels: 1 } },
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
