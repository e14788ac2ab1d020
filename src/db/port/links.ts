/** Links that work once: into an account, to a new password or address of it, to a new account. */
export type Link = {
  /** The SHA-256 of what is in the link. */
  id: string
  expiresAt: number
} & (
  | { purpose: 'sign-in'; accountId: string }
  | { purpose: 'new-password'; accountId: string }
  /** Sent to the address; opening it shows that the address belongs to the account's owner. */
  | { purpose: 'new-email'; accountId: string; email: string }
  | { purpose: 'sign-up'; email: string }
)

export type LinkPurpose = Link['purpose']
export type LinkFor<P extends LinkPurpose> = Extract<Link, { purpose: P }>

export interface Links {
  /** An account, or an address without one, has one link for each purpose: a new one ends the one before it. */
  create(link: Link): Promise<void>
  /** The link, for one caller only and until it expires; from then on it is gone. One for another purpose stays. */
  take<P extends LinkPurpose>(id: string, purpose: P): Promise<LinkFor<P> | undefined>
  /** For that purpose, or for any. */
  endAllOf(accountId: string, purpose?: LinkPurpose): Promise<void>
}
