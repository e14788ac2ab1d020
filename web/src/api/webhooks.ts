/** Webhooks of the account. */
import type { OwnWebhook, WebhookDelivery } from './types.js'
import { call, query } from './web.js'

/** With a secret that is shown only now. */
export interface NewSecret {
  readonly secret: string
  readonly record: OwnWebhook
}

const at = (id: string, what = ''): string => `/web/webhooks/${encodeURIComponent(id)}${what}`

export const listWebhooks = (): Promise<{ webhooks: OwnWebhook[]; most: number }> => call('GET', '/web/webhooks')
export const createWebhook = (url: string): Promise<NewSecret> => call('POST', '/web/webhooks', { url })
export const changeWebhook = (id: string, url: string): Promise<OwnWebhook> => call('PUT', at(id), { url })
export const deleteWebhook = (id: string): Promise<void> => call('DELETE', at(id))
export const setWebhookEnabled = (id: string, enabled: boolean): Promise<OwnWebhook> =>
  call('POST', at(id, enabled ? '/enable' : '/disable'))
export const rotateSecret = (id: string): Promise<NewSecret> => call('POST', at(id, '/rotate'))
export const sendTestEvent = (id: string): Promise<void> => call('POST', at(id, '/test'))
export const listDeliveries = (
  id: string,
  before?: string,
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> =>
  call('GET', at(id, `/deliveries${query({ limit: '10', before })}`))
export const redeliver = (id: string, delivery: string): Promise<void> =>
  call('POST', at(id, `/deliveries/${encodeURIComponent(delivery)}/redeliver`))
