/**
 * The one use case: refuse a prompt that says nothing → hold the credit → get the pictures → run the job → store the
 * result → settle: charge, publish and keep the answer in one transaction.
 *
 * Whatever goes wrong on the way, the hold is released, no file stays behind and nothing is charged; also when the
 * client has gone before its answer was ready. What cannot be undone at once, because a store fails, ends with the lease.
 */
import { writeFile } from 'node:fs/promises'
import type { Clock } from '../clock.js'
import type { Database, Hold } from '../db/port.js'
import type { FinishedJob, Rank, Slot, SlotRequest } from '../engine/port.js'
import { AppError } from '../errors.js'
import type { Job, JobFiles, Outcome } from '../imaging/job.js'
import { randomToken } from '../random-ids.js'
import type { ObjectStore } from '../storage/port.js'
import type { Permit } from './admission.js'
import { ANSWER_LIFE_MS } from './idempotency.js'
import type { SafeFetch } from './safe-fetch.js'
import { runWithBackend, type StyleBackend } from './style-backend.js'
import { refuseVaguePrompt } from './vague-prompts.js'
import type { Workspace } from './workspace.js'

/** After a server that was held up; most are well again by then. */
const RETRY_SECONDS = 5

/** A picture that came with the request or has to be downloaded; `parameter` is what the caller calls it. */
export type ImageSource = ({ readonly file: string } | { readonly url: string }) & { readonly parameter: string }

/** A job and its price. */
export interface Offer {
  readonly price: number
  readonly job: Job
}

/** What a request wants from the engine, before it is known which offer the balance covers. */
export function slotRequestFor(
  { accountId, offers: [{ price, job }] }: Pick<ImageRequest<unknown>, 'accountId' | 'offers'>,
  ...sources: readonly (object | undefined)[]
): SlotRequest {
  return {
    account: accountId,
    rank: price > 0 ? 'paid' : 'free',
    kind: job.kind,
    fetchesFirst: sources.some((source) => source && 'url' in source),
  }
}

export interface ImageRequest<Answer> {
  /** Its name in the ledger, e.g. `remove`. */
  readonly operation: string
  /** The first one that the balance covers is carried out. */
  readonly offers: readonly [Offer, ...Offer[]]
  readonly accountId: string
  readonly keyId: string
  readonly source: ImageSource
  readonly background?: ImageSource
  /** How long the result is kept in storage; undefined: it is handed out as a file and not kept. */
  readonly keepMs?: number
  /** What the caller is told, and told again when it repeats the request. */
  readonly answer: (image: ProcessedImage) => Answer
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** Told what was charged, once it is. */
  readonly onCharged: (credits: number) => void
}

export interface ProcessedImage {
  readonly outcome: Outcome
  readonly charged: number
  /** `<id>.<extension>`, where the result is kept; or a file in the workspace, which the caller removes. */
  readonly result: { readonly name: string } | { readonly file: string }
}

export type TimedStep = 'queue' | 'fetch' | 'decode' | 'infer' | 'compose' | 'encode' | 'store'

export interface ProcessImageParts {
  readonly db: Database
  readonly storage: ObjectStore
  readonly fetch: SafeFetch
  readonly workspace: Workspace
  readonly clock: Clock
  /** An outside service for prompts of styles. */
  readonly styleBackend?: StyleBackend
  /** Told what went wrong while tidying up; the request has its own error. */
  readonly onError: (error: unknown) => void
  readonly observe: {
    step(step: TimedStep, milliseconds: number): void
    credits(event: 'charged' | 'released', amount: number): void
    /** A picture was refused, for this reason. */
    refused(reason: string): void
  }
}

export type ProcessImage = <Answer>(request: ImageRequest<Answer>, permit: Permit) => Promise<Answer>

export function createProcessImage(parts: ProcessImageParts): ProcessImage {
  const { db, workspace, observe, onError } = parts
  const noteRefusal = (error: unknown): void => {
    if (error instanceof AppError && error.reason) observe.refused(error.reason)
  }
  return async (request, permit) => {
    await refuseEarly(parts, request, permit.slot).catch((error: unknown) => {
      noteRefusal(error)
      throw error
    })
    const { offer, hold } = await holdCredit(parts, request, permit)
    const files = { input: workspace.newPath(), background: workspace.newPath(), output: workspace.newPath() }
    let handedOut = false
    try {
      const { outcome, queuedMs } = await fetchAndRun(parts, request, { ...offer, hold }, permit.slot, files).catch(
        (error: unknown) => namingSource(error, request.source),
      )
      observe.step('queue', queuedMs)
      for (const [step, ms] of Object.entries(outcome.timingsMs)) observe.step(step as TimedStep, ms)
      const finished: Finished = { outcome, file: files.output, hold }
      const answer = await (request.keepMs === undefined
        ? settle(parts, request, permit, finished)
        : storeAndSettle(parts, request, permit, finished, request.keepMs))
      handedOut = request.keepMs === undefined
      if (hold) {
        observe.credits('charged', hold.amount)
        request.onCharged(hold.amount)
      }
      return answer
    } catch (error) {
      const released = hold && (await db.ledger.release(hold.id).catch(notTidied(parts, permit)))
      if (released) observe.credits('released', hold.amount)
      noteRefusal(error)
      throw error
    } finally {
      const leftOver = [files.input, files.background, ...(handedOut ? [] : [files.output])]
      for (const file of leftOver) await workspace.remove(file).catch(onError)
    }
  }
}

/** An outside service reads prompts in its own way. */
async function refuseEarly(
  { styleBackend, workspace }: ProcessImageParts,
  { offers: [{ job }], source, signal }: ImageRequest<unknown>,
  slot: Slot,
): Promise<void> {
  if (styleBackend || !('file' in source)) return
  await refuseVaguePrompt(job, source.file, { slot, workspace }, signal)
}

interface RequestFiles extends JobFiles {
  readonly background: string
}

/**
 * Both pictures are downloaded at once, but what is wrong with the photo or its region is told first. Only the worker
 * can tell, so it runs the job also when the background could not be had: up to the empty file in its place.
 */
async function fetchAndRun(
  parts: ProcessImageParts,
  request: ImageRequest<unknown>,
  { job, hold }: Offer & { readonly hold: Hold | undefined },
  slot: Slot,
  files: RequestFiles,
): Promise<FinishedJob> {
  const photoFailed = new AbortController()
  const signal = AbortSignal.any([request.signal, photoFailed.signal])
  const complete = withBackground(parts, { ...request, signal }, job, files.background)
  complete.catch(() => {}) // looked at below
  try {
    const input = await locatePicture(parts, request.source, files.input, request.signal)
    const { wholeJob, background, failure } = await complete
    const jobFiles = { input, output: files.output, ...(background && { background }) }
    const running = runJob(parts, slot, wholeJob, jobFiles, request.signal, hold ? 'paid' : 'free')
    return await running.catch((error: unknown) => {
      const isBackgrounds = error instanceof AppError && error.parameter === request.background?.parameter
      throw failure && isBackgrounds ? failure : error
    })
  } catch (error) {
    photoFailed.abort()
    await complete.catch(() => {}) // its file is gone only then
    throw error
  }
}

function runJob(
  { styleBackend, workspace, fetch }: ProcessImageParts,
  slot: Slot,
  job: Job,
  files: JobFiles,
  signal: AbortSignal,
  rank: Rank,
): Promise<FinishedJob> {
  if (styleBackend && job.kind === 'portrait-style' && job.prompt !== undefined) {
    const prompted = { ...job, prompt: job.prompt }
    return runWithBackend({ backend: styleBackend, slot, workspace, fetch }, prompted, files, signal)
  }
  return slot.run(job, files, signal, rank)
}

async function holdCredit<Answer>(
  { db }: ProcessImageParts,
  { accountId, keyId, offers }: ImageRequest<Answer>,
  { lease }: Permit,
): Promise<{ offer: Offer; hold?: Hold }> {
  for (const offer of offers) {
    if (offer.price === 0) return { offer }
    const hold = await db.ledger.hold({ accountId, keyId, amount: offer.price, lease: lease.term() })
    if (hold) return { offer, hold }
  }
  const account = await db.accounts.findById(accountId)
  if (!account) throw accountIsGone()
  const available = account.balance - account.held
  const price = Math.min(...offers.map((offer) => offer.price))
  const needs = price === 1 ? '1 credit' : `${price} credits`
  throw new AppError('no_credit', `This request needs ${needs}; ${available} available`)
}

async function locatePicture(
  { fetch, observe }: ProcessImageParts,
  source: ImageSource,
  target: string,
  signal: AbortSignal,
): Promise<string> {
  if ('file' in source) return source.file
  const startedAt = performance.now()
  const { path } = await fetch.download(source.url, { path: target, parameter: source.parameter }, signal)
  observe.step('fetch', performance.now() - startedAt)
  return path
}

interface WholeJob {
  readonly wholeJob: Job
  readonly background?: string
  /** Why the background could not be had; its file is empty then. */
  readonly failure?: AppError
}

async function withBackground<Answer>(
  parts: ProcessImageParts,
  { background, signal }: ImageRequest<Answer>,
  job: Job,
  target: string,
): Promise<WholeJob> {
  if (!background || job.kind !== 'cutout') return { wholeJob: job }
  const { parameter } = background
  const wholeJob: Job = { ...job, background: { kind: 'image', parameter } }
  try {
    return { wholeJob, background: await locatePicture(parts, background, target, signal) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await writeFile(target, '')
    return { wholeJob, background: target, failure: error }
  }
}

/** A worker knows the picture only as a file; the caller knows it by the name of a parameter. */
function namingSource(error: unknown, { parameter }: ImageSource): never {
  if (error instanceof AppError && error.kind === 'invalid_image' && !error.parameter) {
    const { kind, message, reason, cause } = error
    throw new AppError(kind, message, { parameter, ...(reason && { reason }), cause })
  }
  throw error
}

/** The picture is made, and lies in a file of the workspace. */
interface Finished {
  readonly outcome: Outcome
  readonly file: string
  readonly hold: Hold | undefined
}

async function storeAndSettle<Answer>(
  parts: ProcessImageParts,
  request: ImageRequest<Answer>,
  permit: Permit,
  finished: Finished,
  keepMs: number,
): Promise<Answer> {
  const { db, storage, observe } = parts
  const { accountId, keyId, operation } = request
  const { extension, contentType, bytes } = finished.outcome
  const startedAt = performance.now()
  const id = randomToken()
  const name = `${id}.${extension}`
  // The row comes first: if the process dies before the result is public, the sweep knows which object to remove.
  const record = { id, accountId, keyId, operation, objectKey: name, contentType, bytes }
  await db.results.announce(record, permit.lease.term())
  try {
    await storage.put(name, finished.file, contentType)
    const answer = await settle(parts, request, permit, finished, { id, name, keepMs })
    observe.step('store', performance.now() - startedAt)
    return answer
  } catch (error) {
    await withdraw(parts, id, name).catch(notTidied(parts, permit))
    throw error
  }
}

/** What stays behind ends with the lease, and that at once. */
const notTidied =
  ({ onError }: ProcessImageParts, { lease }: Permit) =>
  (error: unknown): void => {
    onError(error)
    lease.expire()
  }

/** Only what is certainly not public: if the settlement succeeded without our hearing of it, the picture is paid for. */
async function withdraw({ db, storage }: ProcessImageParts, id: string, name: string): Promise<void> {
  if (!(await db.results.withdraw(id))) return
  await storage.delete([name])
  await db.results.forget([id])
}

/** The credit is charged, the result public and the answer kept, all at once, if the client is still there. */
async function settle<Answer>(
  { db, clock }: ProcessImageParts,
  { accountId, operation, signal, answer: toAnswer }: ImageRequest<Answer>,
  { lease, claim }: Permit,
  { outcome, file, hold }: Finished,
  kept?: { id: string; name: string; keepMs: number },
): Promise<Answer> {
  signal.throwIfAborted()
  const answer = toAnswer({ outcome, charged: hold?.amount ?? 0, result: kept ? { name: kept.name } : { file } })
  const now = clock()
  const settled = await db.settle({
    accountId,
    operation,
    holdId: hold?.id,
    result: kept && { id: kept.id, expiresAt: now + kept.keepMs },
    answer: claim && {
      ...claim,
      owner: lease.owner,
      text: JSON.stringify(answer),
      expiresAt: now + ANSWER_LIFE_MS,
    },
  })
  if (settled) return answer
  if (!(await db.accounts.findById(accountId))) throw accountIsGone()
  const message = 'The server was held up for so long that the result is lost; nothing was charged, please try again'
  throw new AppError('busy', message, { retryAfterSeconds: RETRY_SECONDS, cause: 'its lease has expired' })
}

const accountIsGone = (): AppError => new AppError('unauthenticated', 'The account of this API key was deleted')
