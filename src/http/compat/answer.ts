/** The outcome as the mirrored API reports it: headers always, the picture as bytes or inside JSON. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import type { Box } from '../../imaging/raster/picture.js'
import type { ProcessedImage } from '../../service/process-image.js'
import type { HttpParts } from '../parts.js'

type Stores = Pick<HttpParts, 'results' | 'workspace'>

/** What is kept for a repeated request; the picture itself is in the object store. */
export interface CompatAnswer {
  readonly charged: number
  readonly width: number
  readonly height: number
  readonly contentType: string
  readonly foreground: Box
  readonly subjectClass?: string
  readonly result: ProcessedImage['result']
}

export function answerOf({ outcome, charged, result }: ProcessedImage): CompatAnswer {
  const { width, height, contentType, foreground, subjectClass } = outcome
  return { charged, width, height, contentType, foreground, result, ...(subjectClass && { subjectClass }) }
}

export async function sendAnswer(
  reply: FastifyReply,
  answer: CompatAnswer,
  asJson: boolean,
  stores: Stores,
): Promise<FastifyReply> {
  const picture = await takePicture(answer.result, stores)
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
  if (!asJson) return reply.type(answer.contentType).send(picture)
  return reply.type('application/json; charset=utf-8').send({
    data: {
      result_b64: picture.toString('base64'),
      foreground_top: foreground.top,
      foreground_left: foreground.left,
      foreground_width: foreground.width,
      foreground_height: foreground.height,
    },
  })
}

async function takePicture(result: CompatAnswer['result'], { results, workspace }: Stores): Promise<Buffer> {
  if ('file' in result) {
    const bytes = await readFile(result.file)
    await workspace.remove(result.file)
    return bytes
  }
  const stored = await results.read(result.name)
  if (!stored) throw new Error('The kept answer is gone')
  return buffer(stored)
}
