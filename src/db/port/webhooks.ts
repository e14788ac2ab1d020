/** Its owner, or its receiver, which answered that it is gone for good. */
export type DisabledBy = 'owner' | 'receiver'

export interface Webhook {
  id: string
  accountId: string
  url: string
  secret: string
  /** The secret before the last rotation; it signs as well until then. */
  former: { secret: string; until: number } | null
  createdAt: number
  disabled: { at: number; by: DisabledBy } | null
}

export type NewWebhook = Pick<Webhook, 'id' | 'accountId' | 'url' | 'secret'>

/** Addresses that the events of an account are sent to. */
export interface Webhooks {
  /** Undefined when the account already has that many; concurrent calls cannot exceed the limit. */
  createWithin(limit: number, webhook: NewWebhook): Promise<Webhook | undefined>
  find(id: string): Promise<Webhook | undefined>
  /** Oldest first. */
  listOf(accountId: string): Promise<Webhook[]>
  setUrl(id: string, url: string): Promise<void>
  /** Undefined: it is sent to again, beginning with what waits. A second reason does not replace the first. */
  setDisabled(id: string, by: DisabledBy | undefined): Promise<void>
  /** The secret so far signs as well until then. */
  rotate(id: string, secret: string, formerUntil: number): Promise<void>
  /** With its log. */
  remove(id: string): Promise<void>
}
