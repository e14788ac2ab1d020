/** What the core asks of a mail server. One contract suite (test/contract/mail.ts) runs against every implementation. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same, for programs that show HTML. */
  readonly html: string
}

export interface Mail {
  /** Resolves when a mail server has taken the message; else fails with MailTrouble. */
  send(message: Message): Promise<void>
  /** Sends nothing; fails with MailTrouble when the mail server does not answer, or does not let us in. */
  ping(): Promise<void>
  /** What it is called, without user and password. */
  readonly name: string
}

/**
 * `unreachable`: no answer. `refused`: it does not let us in, or takes no mail from us. `recipient`: it does not take mail
 * for this one address, and perhaps all other mail.
 */
export type MailTroubleKind = 'unreachable' | 'refused' | 'recipient'

/** `message` is for the operator and goes into logs: it names neither the recipient nor a password. */
export class MailTrouble extends Error {
  override readonly name = 'MailTrouble'

  constructor(
    readonly kind: MailTroubleKind,
    message: string,
  ) {
    super(message)
  }
}
