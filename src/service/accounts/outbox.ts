/** Hands letters to the mail server, and tells the operator when it does not take them. */
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import { type Mail, MailTrouble } from '../../mail/port.js'
import type { Letter } from './letters/letter.js'

export interface PostState {
  /** Since when the mail server has refused everything; `null`: it took the last letter, or none was sent yet. */
  readonly failing: { readonly since: number; readonly letters: number; readonly reason: string } | null
}

/** `refused`: this address only. */
export const MAIL_OUTCOMES = ['taken', 'refused', 'failed'] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]

export interface Outbox {
  /** Resolves when the mail server has taken it, rejects when it does not. */
  send(to: string, letter: Letter): Promise<void>
  /** Work that no request waits for. It never rejects: the operator is told. */
  inBackground(work: () => Promise<void>): void
  state(): PostState
  /** Waits for what is under way, but not for long. */
  close(): Promise<void>
}

export interface OutboxParts {
  readonly mail: Mail
  readonly clock: Clock
  readonly log: Logger
  readonly observe: { mail(outcome: MailOutcome): void }
  /** Takes errors that have nothing to do with the mail server. */
  readonly onError: (error: unknown) => void
}

const AT_ONCE = 4
const CLOSING_MS = 5000
const RETRY_SECONDS = 60

export function createOutbox({ mail, clock, log, observe, onError }: OutboxParts): Outbox {
  const turn = pLimit(AT_ONCE)
  const underWay = new Set<Promise<void>>()
  let failing: PostState['failing'] = null

  const taken = (): void => {
    observe.mail('taken')
    if (failing) log.info({ letters: failing.letters }, 'the mail server takes mails again')
    failing = null
  }
  const notTaken = ({ kind, message: reason }: MailTrouble): AppError => {
    // One refused address says nothing about the others.
    if (kind === 'recipient') {
      observe.mail('refused')
      log.warn({ reason }, 'a mail could not be handed over')
      const message = 'No mail can be sent to this address; check it for typos'
      return new AppError('invalid_request', message, { parameter: 'email', reason: 'mail_refused' })
    }
    observe.mail('failed')
    log.error({ trouble: kind, reason }, 'a mail could not be handed over')
    failing = { since: failing?.since ?? clock(), letters: (failing?.letters ?? 0) + 1, reason }
    const message = 'The mail could not be sent, and nothing was changed; try again later, or ask the operator'
    return new AppError('busy', message, { reason: 'mail_failed', retryAfterSeconds: RETRY_SECONDS })
  }

  return {
    send: async (to, letter) => {
      try {
        await turn(() => mail.send({ to, ...letter }))
      } catch (error) {
        throw error instanceof MailTrouble ? notTaken(error) : error
      }
      taken()
    },
    inBackground: (work) => {
      const done = work()
        .catch((error: unknown) => {
          if (!isAboutMail(error)) onError(error) // else it has been reported already
        })
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    state: () => ({ failing }),
    close: async () => {
      await Promise.race([Promise.all(underWay), sleep(CLOSING_MS, undefined, { ref: false })])
    },
  }
}

const isAboutMail = (error: unknown): boolean =>
  error instanceof AppError && (error.reason === 'mail_failed' || error.reason === 'mail_refused')
