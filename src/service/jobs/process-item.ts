/** One image of a job, from its claim to its end: processed as a request of its own would be, but ranked behind those. */
import type { Clock } from '../../base/clock.js'
import type { AppError } from '../../base/errors.js'
import type { JobOperation } from '../../catalog/job-operations.js'
import type { Config } from '../../config/config.js'
import type { ClaimedItem, Database } from '../../db/port.js'
import type { Engine, Rank } from '../../engine/port.js'
import { suspended } from '../accounts/api-keys.js'
import { isUnlimited } from '../accounts/unlimited.js'
import { takeSlot } from '../images/admission.js'
import { accountIsGone } from '../images/credit.js'
import type { EnterDownloads } from '../images/download-places.js'
import { backgroundKeyOf } from '../images/job-inputs.js'
import type { Lease } from '../images/leases.js'
import {
  type ImageSource,
  type Offer,
  type ProcessedImage,
  type ProcessImage,
  slotRequestFor,
} from '../images/process-image.js'
import { createRequestFiles, type RequestFiles } from '../images/request-files.js'
import type { Workspace } from '../images/workspace.js'
import { afterFailure, isPassing } from './after-failure.js'
import type { JobDialect, JobFields } from './dialect.js'
import { fetchInput, type InputParts, removeSpentInputs } from './inputs.js'

export interface ProcessItemParts extends InputParts {
  readonly db: Pick<Database, 'jobs' | 'accounts'>
  readonly config: Pick<Config, 'prices' | 'unlimited' | 'resultTtlMs'>
  readonly clock: Clock
  readonly engine: Pick<Engine, 'admit'>
  readonly enterDownloads: EnterDownloads
  readonly workspace: Workspace
  readonly processImage: ProcessImage
  readonly dialect: JobDialect
  readonly observe: { itemEnded(operation: string, outcome: 'finished' | 'failed'): void }
  readonly onError: (error: unknown) => void
}

/** `put back`: the server has no room for it now, or is in trouble. */
export type ItemEnd = 'ended' | 'put back'

/** A request of somebody who waits goes first, whatever is paid for it. */
const RANK_IN_JOBS: Partial<Record<Rank, Rank>> = { paid: 'batch', free: 'small' }

export async function processItem(parts: ProcessItemParts, item: ClaimedItem, lease: Lease): Promise<ItemEnd> {
  const files = createRequestFiles(parts.workspace, parts.onError)
  try {
    await carryOut(parts, item, lease, files)
    parts.observe.itemEnded(item.operation, 'finished')
    return 'ended'
  } catch (error) {
    return await endWith(parts, item, parts.dialect.understand(error))
  } finally {
    await files.removeAll()
    if ('inputKey' in item.source) await removeSpentInputs(parts, 1).catch(parts.onError) // the sweep tries again
  }
}

async function carryOut(parts: ProcessItemParts, item: ClaimedItem, lease: Lease, files: RequestFiles): Promise<void> {
  const { config, dialect } = parts
  const { accountId, keyId } = item
  const operation = item.operation as JobOperation
  const account = await parts.db.accounts.findById(accountId)
  if (!account) throw accountIsGone()
  if (account.suspendedAt !== null) throw suspended()
  const tariff = { prices: config.prices, unlimited: isUnlimited(config, account) }
  const task = dialect.readTask(operation, JSON.parse(item.parameters) as JobFields, tariff)
  const [first, ...others] = task.offers
  const offers = [behindRequests(first), ...others.map(behindRequests)] as const
  const source = await sourceOf(parts, item, files)
  const background = task.background && (await backgroundOf(parts, item, task.background, files))
  const slot = await takeSlot(parts, slotRequestFor({ accountId, offers }, source, background))
  try {
    const work = {
      operation,
      offers,
      source,
      ...(background && { background }),
      accountId,
      keyId,
      keepMs: config.resultTtlMs,
      answer: (image: ProcessedImage) => dialect.answer(operation, image),
      signal: new AbortController().signal, // nobody is there to leave
      onCharged: () => {},
    }
    const { jobId, position } = item
    await parts.processImage(work, { slot, lease, claim: undefined, item: { jobId, position }, files })
  } finally {
    slot.release()
  }
}

const behindRequests = (offer: Offer): Offer => ({ ...offer, rank: RANK_IN_JOBS[offer.rank] ?? offer.rank })

async function sourceOf(parts: ProcessItemParts, { source }: ClaimedItem, files: RequestFiles): Promise<ImageSource> {
  if ('url' in source) return { url: source.url, parameter: 'image_url' }
  return { file: await fetchInput(parts, source.inputKey, files.newPath()), parameter: 'image_file' }
}

async function backgroundOf(
  parts: ProcessItemParts,
  { source }: ClaimedItem,
  background: ImageSource,
  files: RequestFiles,
): Promise<ImageSource> {
  if ('url' in background || 'url' in source) return background
  return { ...background, file: await fetchInput(parts, backgroundKeyOf(source.inputKey), files.newPath()) }
}

async function endWith(parts: ProcessItemParts, item: ClaimedItem, error: AppError): Promise<ItemEnd> {
  const { db, clock, config, dialect, observe, onError } = parts
  const after = afterFailure(error, item, clock())
  if (error.kind === 'internal') onError(error)
  if (!after.final) {
    await db.jobs.putBack(item, { notBefore: after.notBefore, downloadFailed: error.kind === 'download_failed' })
    await db.jobs.cancelLeft(clock() + config.resultTtlMs) // what is cancelled meanwhile is not tried again
    return isPassing(error) ? 'put back' : 'ended'
  }
  const text = JSON.stringify(dialect.describe(error, item.jobId))
  const ended = await db.jobs.fail({ ...item, error: text, expiresAt: clock() + config.resultTtlMs })
  if (ended) observe.itemEnded(item.operation, 'failed')
  return 'ended'
}
