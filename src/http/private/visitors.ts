/**
 * One photo without an account: the drop zone of the start page. The answer is the picture itself; nothing is kept. On
 * the server's own machine it is whole and clean, elsewhere, where VISITORS is on, a small preview.
 */
import { open } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../base/errors.js'
import { VISITORS, type VisitorTerms } from '../../service/images/visitor-cutouts.js'
import { clientGoneSignal } from '../client-gone.js'
import { acceptForms } from '../form.js'
import type { HttpParts } from '../parts.js'
import { isFromThisMachine, isThisMachine } from '../this-machine.js'
import { type UploadParts, withForm } from '../uploaded-form.js'
import { clientAddress } from './client-address.js'

/**
 * A server whose address is that of another machine has a proxy before it, which may add no header: then nobody counts
 * as local.
 */
export function visitorTermsOf(
  { config, addresses }: Pick<HttpParts, 'config' | 'addresses'>,
  request: FastifyRequest,
): VisitorTerms | 'none' {
  if (config.visitors === 'off') return 'none'
  if (isThisMachine(addresses.base()) && isFromThisMachine(request)) return 'full'
  return config.visitors === 'on' ? 'preview' : 'none'
}

export async function visitorRoutes(
  scope: FastifyInstance,
  parts: UploadParts & Pick<HttpParts, 'addresses' | 'cutOutForVisitor'>,
): Promise<void> {
  const admitted = (request: FastifyRequest): VisitorTerms => {
    const terms = visitorTermsOf(parts, request)
    if (terms !== 'none') return terms
    const message = 'This server makes cut-outs for accounts only: sign in, or create an account'
    throw new AppError('forbidden', message, { reason: 'visitors_off' })
  }
  await scope.register(async (inner) => {
    acceptForms(inner)
    const early = async (request: FastifyRequest): Promise<void> => void admitted(request) // before the body is read
    inner.post('/cutout', { onRequest: early }, async (request, reply) => {
      const terms = admitted(request)
      const signal = clientGoneSignal(reply)
      const rules = { account: VISITORS, fileFields: ['image_file'] }
      const { outcome, picture } = await withForm(parts, [request, reply], rules, async (form, { files, upload }) => {
        const photo = form.files.get('image_file')
        if (!photo) throw new AppError('invalid_request', 'No image given: send image_file (multipart/form-data)')
        upload.release() // from here on the queue's own limit counts
        const output = files.newPath()
        const address = clientAddress(request.ip)
        const outcome = await parts.cutOutForVisitor({ terms, address, files: { input: photo.path, output }, signal })
        return { outcome, picture: await open(output) } // it can be read for as long as it is open
      })
      return reply
        .type(outcome.contentType)
        .header('Content-Length', String(outcome.bytes))
        .send(picture.createReadStream())
    })
  })
}
