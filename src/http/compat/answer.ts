/** The outcome as the mirrored API reports it: headers always, the picture as bytes or inside JSON. */
import type { FastifyReply } from 'fastify'
import { type Envelope, type PictureAnswer, type Stores, sendPicture } from '../picture-answer.js'

export async function sendAnswer(
  reply: FastifyReply,
  answer: PictureAnswer,
  asJson: boolean,
  stores: Stores,
): Promise<FastifyReply> {
  const { foreground } = answer
  reply
    .header('X-Credits-Charged', String(answer.charged))
    .header('X-Width', String(answer.width))
    .header('X-Height', String(answer.height))
    .header('X-Foreground-Top', String(foreground.top))
    .header('X-Foreground-Left', String(foreground.left))
    .header('X-Foreground-Width', String(foreground.width))
    .header('X-Foreground-Height', String(foreground.height))
  if (answer.subjectClass) reply.header('X-Type', answer.subjectClass)
  if (answer.confidence !== undefined) reply.header('X-Confidence', String(answer.confidence))
  return sendPicture(reply, answer, stores, asJson ? envelopeAround(answer) : undefined)
}

function envelopeAround({ foreground }: PictureAnswer): Envelope {
  const numbers = JSON.stringify({
    foreground_top: foreground.top,
    foreground_left: foreground.left,
    foreground_width: foreground.width,
    foreground_height: foreground.height,
  })
  return ['{"data":{"result_b64":"', `",${numbers.slice(1)}}`]
}
