/** A frame of the camera in, what to do before the shutter out: for the playground. Nothing of it is kept. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../base/errors.js'
import { clientGoneSignal } from '../client-gone.js'
import { acceptForms } from '../form.js'
import type { HttpParts } from '../parts.js'
import { type UploadParts, withForm } from '../uploaded-form.js'
import type { FrameLook } from './answers.js'
import { requireSession, sessionOf } from './guard.js'

/** A JPEG of 640 pixels has less. */
const MAX_FILE_BYTES = 150_000

export async function faceHintRoutes(
  scope: FastifyInstance,
  parts: UploadParts & Pick<HttpParts, 'lookAtFrame'>,
): Promise<void> {
  await scope.register(async (inner) => {
    acceptForms(inner)
    inner.post('/face-hints', { onRequest: requireSession }, async (request, reply): Promise<FrameLook> => {
      const { accountId } = sessionOf(request)
      const signal = clientGoneSignal(reply)
      const rules = { account: accountId, fileFields: ['frame'], maxFileBytes: MAX_FILE_BYTES }
      return withForm(parts, [request, reply], rules, async (form, { upload }) => {
        const frame = form.files.get('frame')
        if (!frame) throw new AppError('invalid_request', 'No frame given: send frame (multipart/form-data), a JPEG')
        upload.release() // from here on the workers count
        return parts.lookAtFrame({ accountId, input: frame.path, signal })
      })
    })
  })
}
