/** Cut-outs that are answered with the picture itself, as bytes or inside JSON; addresses of results are for /v1. */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { CutoutOutcome } from '../imaging/job.js'
import type { Box } from '../imaging/raster/picture.js'
import { ANSWER_LIFE_MS } from '../service/images/idempotency.js'
import {
  type ImageSource,
  type Offer,
  type ProcessedImage,
  slotRequestFor,
  type Watermark,
} from '../service/images/process-image.js'
import type { ImageCall, PlannedWork } from './image-request.js'
import type { HttpParts } from './parts.js'
import { base64LengthOf, toBase64 } from './to-base64.js'

export type Stores = Pick<HttpParts, 'results' | 'workspace'>

/** What is kept for a repeated request; the picture itself is in the object store. */
export interface PictureAnswer {
  readonly charged: number
  readonly width: number
  readonly height: number
  readonly contentType: string
  /** Of the picture. Missing in answers that earlier versions kept. */
  readonly bytes?: number
  readonly foreground: Box
  readonly subjectClass?: string
  /** Missing as well. */
  readonly confidence?: number
  readonly watermark?: Watermark
  readonly result: ProcessedImage['result']
}

export interface PictureOrder {
  readonly offers: readonly [Offer, ...Offer[]]
  readonly source: ImageSource
  readonly background?: ImageSource
}

/** In ledger and log. */
export const PICTURE_OPERATION = 'cutout'

export function planPicture(
  { processImage }: Pick<HttpParts, 'processImage'>,
  { key, signal, repeatable, onCharged }: ImageCall,
  order: PictureOrder,
): PlannedWork<PictureAnswer> {
  const request = {
    ...order,
    operation: PICTURE_OPERATION,
    accountId: key.accountId,
    keyId: key.id,
    signal,
    onCharged,
    answer: answerOf,
    // The picture of a repeatable answer has to be there when the request is repeated.
    ...(repeatable && { keepMs: ANSWER_LIFE_MS }),
  }
  return {
    slotRequest: slotRequestFor(request, request.source, request.background),
    work: (permit) => processImage(request, permit),
  }
}

function answerOf({ outcome, charged, watermark, result }: ProcessedImage): PictureAnswer {
  const { width, height, contentType, bytes, foreground } = outcome
  const { subjectClass, confidence }: Partial<CutoutOutcome> = outcome.kind === 'cutout' ? outcome : {}
  return {
    ...{ charged, width, height, contentType, bytes, foreground, result },
    ...(watermark && { watermark }),
    ...(subjectClass && { subjectClass }),
    ...(confidence !== undefined && { confidence }),
  }
}

/** What stands before and after the picture in a JSON answer, all of it ASCII. */
export type Envelope = readonly [before: string, after: string]

export async function sendPicture(
  reply: FastifyReply,
  { result, bytes, contentType }: PictureAnswer,
  stores: Stores,
  envelope?: Envelope,
): Promise<FastifyReply> {
  const picture = await openPicture(result, stores)
  reply.code(200)
  if (!envelope) {
    if (bytes !== undefined) reply.header('Content-Length', String(bytes))
    return reply.type(contentType).send(picture)
  }
  const [before, after] = envelope
  if (bytes !== undefined) reply.header('Content-Length', String(before.length + base64LengthOf(bytes) + after.length))
  return reply.type('application/json; charset=utf-8').send(Readable.from(inEnvelope(before, picture, after)))
}

async function* inEnvelope(before: string, picture: Readable, after: string): AsyncGenerator<string> {
  yield before
  yield* toBase64(picture)
  yield after
}

/** As a stream: pictures are large, and readers may be slow. */
async function openPicture(result: PictureAnswer['result'], { results, workspace }: Stores): Promise<Readable> {
  if ('file' in result) {
    const handle = await open(result.file)
    // It can be read for as long as it is open, and needs no cleaning up later.
    await workspace.remove(result.file)
    return handle.createReadStream()
  }
  const stored = await results.read(result.name)
  if (!stored) throw new Error('The kept answer is gone')
  return stored
}
