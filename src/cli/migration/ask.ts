/** A photo to the compatible route of a server, as a client of remove.bg sends it, and what came back in a few facts. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorOf, unreachable } from '../../client/error.js'
import type { ServerAccess } from '../batch/server-access.js'
import { UsageError } from '../command.js'
import { formFor, type Parameters } from './parameters.js'

/** As docs/migrating-from-remove-bg.md recommends to clients, and a little more. */
const TIMEOUT_MS = 120_000

export interface Answer {
  readonly photo: string
  readonly width: number
  readonly height: number
  /** Such as `png`. */
  readonly format: string
  readonly credits: number
  /** What the server has to say about the result, in a sentence. */
  readonly notice?: string
}

/** Fails with a `SilhouetteError` in the server's words. */
export async function askLikeRemoveBg(
  photo: string,
  parameters: Parameters,
  { server, key }: ServerAccess,
): Promise<Answer> {
  const bytes = await readFile(photo).catch(() => {
    throw new UsageError(`${photo} cannot be read: name photos, one by one`)
  })
  const reply = await fetch(`${server.replace(/\/+$/, '')}/v1.0/removebg`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, Accept: 'image/*' },
    body: formFor(parameters, bytes, path.basename(photo)),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unreachable(server, error)
  })
  if (!reply.ok) throw await errorOf(reply)
  await reply.arrayBuffer()
  const { headers } = reply
  const notice = headers.get('X-Silhouette-Notice')
  return {
    photo,
    width: Number(headers.get('X-Width')),
    height: Number(headers.get('X-Height')),
    format:
      headers
        .get('Content-Type')
        ?.replace(/^\w+\/|;.*$/g, '')
        .replace('jpeg', 'jpg') ?? 'unknown',
    credits: Number(headers.get('X-Credits-Charged') ?? 0),
    ...(notice && { notice }),
  }
}
