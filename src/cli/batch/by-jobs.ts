/**
 * A photo of a batch is a job of its own: handed over, waited for, fetched. A run that was killed asks for the same jobs
 * again and is charged for none twice. A job of an earlier run that failed, or whose result is gone, is made anew.
 */
import type { JobOperation } from '../../catalog/job-operations.js'
import {
  type ErrorCode,
  type JobItem,
  type JobParameters,
  type Silhouette,
  SilhouetteError,
} from '../../client/index.js'
import { v1Errors } from '../../http/v1/errors.js'
import { jobKeyOf } from './job-key.js'
import { BatchStopped } from './producer.js'
import type { Parameters, ServerPicture, Way } from './server-picture.js'

export const byJobs: Way = (client, signal) => async (operation, parameters) => {
  const keyOf = await jobKeyOf(operation, parameters)
  for (let attempt = 1; ; attempt++) {
    const { id, replayed } = await handOver(client, operation, parameters, keyOf(attempt), signal)
    try {
      return await fetchResult(client, id, signal)
    } catch (error) {
      if (!replayed || !(error instanceof SilhouetteError) || !isOver(error)) throw error
    }
  }
}

async function handOver(
  client: Silhouette,
  operation: JobOperation,
  parameters: Parameters,
  idempotencyKey: string,
  signal: AbortSignal,
) {
  try {
    const wanted = parameters as unknown as JobParameters<JobOperation>
    return await client.jobs.create(operation, wanted, { idempotencyKey, signal })
  } catch (error) {
    if (!(error instanceof SilhouetteError) || error.status !== 404) throw error
    const advice = 'update it, or send one photo at a time, by its name'
    const message = `Stopped: ${client.server} takes no jobs, so it is of an earlier version or another program: ${advice}`
    throw new BatchStopped('not_found', message, { cause: error })
  }
}

async function fetchResult(client: Silhouette, id: string, signal: AbortSignal): Promise<ServerPicture> {
  const { items } = await client.jobs.waitFor(id, { signal })
  const { result, error } = items[0] ?? {}
  if (error) throw new Ended(error)
  if (!result) throw new Ended({ code: 'not_found', message: 'Its job was cancelled' })
  return { ...factsOf(result), picture: await client.download(result, { signal }) }
}

/** What became of the job, in the words of the route. */
class Ended extends SilhouetteError {
  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    const [status] = Object.values(v1Errors).find(([, known]) => known === code) ?? [500]
    super({ status, code: code as ErrorCode, message })
  }
}

/** Nothing more comes of the job: it has failed, or it or its result has been deleted. */
const isOver = (error: SilhouetteError): boolean => error instanceof Ended || error.status === 404

function factsOf(result: NonNullable<JobItem['result']>): Omit<ServerPicture, 'picture'> {
  const { warnings, confidence, style_recipe, width, height, foreground } = result
  const pictures = result.pictures as ServerPicture['pictures']
  const formats = result.formats as readonly { name: string; warnings: readonly string[] }[] | undefined
  return {
    warnings,
    pictures,
    formats: formats?.map(({ name, ...it }) => ({ ...it, format: name })),
    recipe: style_recipe,
    ...(confidence !== undefined && { confidence }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(foreground && { foreground }),
  }
}
