/**
 * Tries a network file before it is accepted: what it says of itself, what it answers to a photo of a person, how long
 * it takes and how much memory. It is meant for a process of its own, whose memory is then the network's.
 */
import { SAMPLE_PERSON } from '../../catalog/sample-photo.js'
import { decodePhoto } from '../codec/decode.js'
import { IMAGE_SIDES } from '../job.js'
import { type Answers, type Channels, type NetworkRecipe, NetworkRefused } from '../networks/added-network.js'
import type { NetworkOptions } from '../networks/network-options.js'
import type { Tensor } from '../networks/runtime.js'
import { openSession, type RunOptions, requireProviders } from '../networks/session.js'
import { signatureOf } from '../networks/signature.js'
import { cropPhoto } from '../raster/crop-photo.js'
import { drawnFigure } from '../raster/drawn-figure.js'
import type { Photo } from '../raster/picture.js'
import { squareCopy } from '../raster/square-copy.js'
import { askerOf, predictionOf, valuesOf } from './added-network.js'
import { loadMattingNetwork } from './matting-network.js'

export interface TrialRequest {
  readonly file: string
  /** For files that take any. */
  readonly size?: number
  readonly mean: Channels
  readonly deviation: Channels
  /** Seen from the answer unless given. */
  readonly answers?: Answers
  /** The sample photo; a drawn figure stands in where it is not there. */
  readonly photo?: string
  /** Our own network, whose time is the measure. */
  readonly ours: NetworkOptions
  readonly run: RunOptions
}

export interface Trial {
  readonly recipe: NetworkRecipe
  /** How much more memory its process needed, at most. */
  readonly memoryMb: number
  /** One look at a picture. */
  readonly ms: number
  /** The same in looks of our own network. */
  readonly timesOurs: number
}

export async function tryNetwork(request: TrialRequest): Promise<Trial> {
  const { run, photo } = request
  requireProviders(run.providers ?? [])
  const person = photo === undefined ? drawnFigure() : await samplePerson(photo)
  const before = mostMemory()
  const session = await openSession(request.file, run).catch(refuseUnreadable)
  const signature = signatureOf(session, request.size)
  const { mean, deviation } = request
  const unsure = { ...signature, mean, deviation, answers: request.answers ?? 'logits' }
  const ask = askerOf(session, unsure)
  const square = await squareCopy(person, signature.size)
  const answer = await ask(square).catch(refuseToRun)
  const recipe = { ...unsure, answers: answersOf(answer, unsure, request.answers) }
  requireSubject(answer, recipe, photo !== undefined)
  await ask(square) // the second run may still allocate
  const memoryMb = Math.max(1, Math.round((mostMemory() - before) / 2 ** 20))
  const times = await raceOurs(request, person, () => ask(square))
  return { recipe, memoryMb, ...times }
}

async function samplePerson(file: string): Promise<Photo> {
  const photo = await decodePhoto(file, { ...IMAGE_SIDES, pixels: 1e8 })
  return cropPhoto(photo, SAMPLE_PERSON)
}

/** In bytes, since the process began. */
const mostMemory = (): number => Math.max(process.memoryUsage.rss(), process.resourceUsage().maxRSS * 1024)

function refuseUnreadable(error: Error): never {
  const external = /external data|external_data/i.test(error.message)
  const advice = external
    ? 'Its weights are in a second file; save it as one, with its weights inside'
    : 'Is it a whole ONNX file, of an operator set that onnxruntime knows?'
  throw new NetworkRefused(`The runtime cannot load it: ${firstLine(error)}. ${advice}`)
}

function refuseToRun(error: Error): never {
  if (error instanceof NetworkRefused) throw error
  throw new NetworkRefused(`It fails on a picture of the size it asks for: ${firstLine(error)}. Is --size right?`)
}

const firstLine = ({ message }: Error): string => message.trim().split('\n', 1)[0]!.replace(/\.$/, '')

/** Rounding may leave a probability a little outside. */
const SLACK = 0.01

/** Checks shape and values; which of both it says shows where it leaves 0..1. */
function answersOf(answer: Tensor, { size }: NetworkRecipe, stated: Answers | undefined): Answers {
  const sides = answer.dims.filter((length) => length !== 1)
  if (sides.length !== 2 || sides.some((side) => side !== size)) {
    const [shape, wanted] = [answer.dims.join(', '), `[1, 1, ${size}, ${size}] or [1, ${size}, ${size}]`]
    throw new NetworkRefused(`Its first output has the shape [${shape}]; it must be ${wanted}: one number per pixel`)
  }
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of valuesOf(answer)) {
    if (!Number.isFinite(value)) {
      throw new NetworkRefused(
        'Its answer holds values that are no numbers: check --mean and --deviation, or the export',
      )
    }
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const seen = least < -SLACK || most > 1 + SLACK ? 'logits' : 'probability'
  if (stated === undefined || stated === seen) return seen
  const range = `its answers go from ${least.toPrecision(3)} to ${most.toPrecision(3)}`
  throw new NetworkRefused(`It does not answer with ${stated}, ${range}: say --output ${seen}, or leave it out`)
}

const LEAST_SHARE = 0.001

function requireSubject(answer: Tensor, recipe: NetworkRecipe, onPhoto: boolean): void {
  const { logits } = predictionOf(valuesOf(answer), recipe)
  const share = logits.reduce((count, logit) => count + (logit > 0 ? 1 : 0), 0) / logits.length
  if (share >= LEAST_SHARE && share <= 1 - LEAST_SHARE) return
  const what = share < LEAST_SHARE ? 'background' : 'subject'
  const advice = onPhoto
    ? 'Check --mean, --deviation and --output, and that the first output is the matte'
    : 'It was tried on a drawn figure; fetch the sample photo (silhouette models pull) and try again'
  throw new NetworkRefused(`It calls a whole picture of a person ${what}. ${advice}`)
}

const ROUNDS = 2

/** In turns, because others may need the processor in the meantime: that makes no run faster, but all of them slower. */
async function raceOurs(
  { ours, run }: TrialRequest,
  person: Photo,
  theirs: () => Promise<unknown>,
): Promise<Pick<Trial, 'ms' | 'timesOurs'>> {
  const network = await loadMattingNetwork(ours, run.threads, run.providers)
  const square = await squareCopy(person, network.size)
  await network.predict(square) // the first run allocates
  let [ms, ourMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    ourMs = Math.min(ourMs, await timeOf(() => network.predict(square)))
    ms = Math.min(ms, await timeOf(theirs))
  }
  return { ms: Math.ceil(ms), timesOurs: Math.max(0.1, Math.round((10 * ms) / ourMs) / 10) }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
