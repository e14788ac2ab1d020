/** The outcome as the mirrored API reports it: headers always, the picture as bytes or inside JSON. */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { CutoutOutcome } from '../../imaging/job.js'
import type { Box } from '../../imaging/raster/picture.js'
import type { ProcessedImage, Watermark } from '../../service/images/process-image.js'
import type { HttpParts } from '../parts.js'
import { base64LengthOf, toBase64 } from './to-base64.js'

export type Stores = Pick<HttpParts, 'results' | 'workspace'>

/** What is kept for a repeated request; the picture itself is in the object store. */
export interface CompatAnswer {
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

export function answerOf({ outcome, charged, watermark, result }: ProcessedImage): CompatAnswer {
  const { width, height, contentType, bytes, foreground } = outcome
  const { subjectClass, confidence }: Partial<CutoutOutcome> = outcome.kind === 'cutout' ? outcome : {}
  return {
    ...{ charged, width, height, contentType, bytes, foreground, result },
    ...(watermark && { watermark }),
    ...(subjectClass && { subjectClass }),
    ...(confidence !== undefined && { confidence }),
  }
}

export async function sendAnswer(
  reply: FastifyReply,
  answer: CompatAnswer,
  asJson: boolean,
  stores: Stores,
): Promise<FastifyReply> {
  const picture = await openPicture(answer.result, stores)
  const { foreground } = answer
  reply
    .code(200)
    .header('X-Credits-Charged', String(answer.charged))
    .header('X-Width', String(answer.width))
    .header('X-Height', String(answer.height))
    .header('X-Foreground-Top', String(foreground.top))
    .header('X-Foreground-Left', String(foreground.left))
    .header('X-Foreground-Width', String(foreground.width))
    .header('X-Foreground-Height', String(foreground.height))
  if (answer.subjectClass) reply.header('X-Type', answer.subjectClass)
  if (answer.confidence !== undefined) reply.header('X-Confidence', String(answer.confidence))
  const { bytes } = answer
  if (!asJson) {
    if (bytes !== undefined) reply.header('Content-Length', String(bytes))
    return reply.type(answer.contentType).send(picture)
  }
  const [before, after] = envelopeAround(answer)
  if (bytes !== undefined) reply.header('Content-Length', String(before.length + base64LengthOf(bytes) + after.length))
  return reply.type('application/json; charset=utf-8').send(Readable.from(inEnvelope(before, picture, after)))
}

/** The JSON answer before and after the picture, all of it ASCII. */
function envelopeAround({ foreground }: CompatAnswer): [before: string, after: string] {
  const numbers = JSON.stringify({
    foreground_top: foreground.top,
    foreground_left: foreground.left,
    foreground_width: foreground.width,
    foreground_height: foreground.height,
  })
  return ['{"data":{"result_b64":"', `",${numbers.slice(1)}}`]
}

async function* inEnvelope(before: string, picture: Readable, after: string): AsyncGenerator<string> {
  yield before
  yield* toBase64(picture)
  yield after
}

/** As a stream: pictures are large, and readers may be slow. */
async function openPicture(result: CompatAnswer['result'], { results, workspace }: Stores): Promise<Readable> {
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
