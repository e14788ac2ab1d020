/** Webhooks of the account: addresses, secrets, test events, and the log with redelivery. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MAX_WEBHOOKS, type NewSecret, type Webhook } from '../../service/webhooks/webhooks.js'
import { bookmarkText, pageRequestOf } from '../paging.js'
import type { HttpParts } from '../parts.js'
import type { OwnWebhook, WebhookDelivery } from './answers.js'
import { type ById, readBody } from './body.js'
import { requireSession, sessionOf } from './guard.js'

const PAGE = 20
const WebhookBody = Type.Object({ url: Type.String({ description: 'an absolute http or https URL' }) })

interface ByDelivery {
  Params: { id: string; delivery: string }
}

export function webhookRoutes(
  scope: FastifyInstance,
  { webhooks, clock }: Pick<HttpParts, 'webhooks' | 'clock'>,
): void {
  const signedIn = { onRequest: requireSession }
  const own = (request: FastifyRequest<ById>): Promise<Webhook> =>
    webhooks.find(sessionOf(request).accountId, request.params.id)
  const describe = ({ id, url, createdAt, disabled, former }: Webhook): OwnWebhook => ({
    id,
    url,
    createdAt,
    disabled,
    formerSecretUntil: former && former.until > clock() ? former.until : null,
  })
  const withSecret = ({ secret, webhook }: NewSecret) => ({ secret, record: describe(webhook) })

  scope.get('/webhooks', signedIn, async (request) => {
    const list = await webhooks.list(sessionOf(request).accountId)
    return { webhooks: list.map(describe), most: MAX_WEBHOOKS }
  })

  scope.post('/webhooks', signedIn, async (request, reply) => {
    const { url } = readBody(WebhookBody, request)
    return reply.code(201).send(withSecret(await webhooks.create(sessionOf(request).accountId, url)))
  })

  scope.put<ById>('/webhooks/:id', signedIn, async (request) => {
    const webhook = await own(request)
    return describe(await webhooks.setUrl(webhook, readBody(WebhookBody, request).url))
  })

  scope.delete<ById>('/webhooks/:id', signedIn, async (request, reply) => {
    await webhooks.remove(await own(request))
    return reply.code(204).send()
  })

  scope.post<ById>('/webhooks/:id/disable', signedIn, async (request) =>
    describe(await webhooks.setDisabled(await own(request), true)),
  )

  scope.post<ById>('/webhooks/:id/enable', signedIn, async (request) =>
    describe(await webhooks.setDisabled(await own(request), false)),
  )

  scope.post<ById>('/webhooks/:id/rotate', signedIn, async (request) =>
    withSecret(await webhooks.rotate(await own(request))),
  )

  scope.post<ById>('/webhooks/:id/test', signedIn, async (request, reply) => {
    await webhooks.sendTest(await own(request))
    return reply.code(204).send()
  })

  scope.get<ById>('/webhooks/:id/deliveries', signedIn, async (request) => {
    const { items, next } = await webhooks.log(await own(request), pageRequestOf(request, PAGE))
    const deliveries: readonly WebhookDelivery[] = items
    return { deliveries, next: bookmarkText(next) }
  })

  scope.post<ByDelivery>('/webhooks/:id/deliveries/:delivery/redeliver', signedIn, async (request, reply) => {
    await webhooks.redeliver(await own(request), request.params.delivery)
    return reply.code(204).send()
  })
}
