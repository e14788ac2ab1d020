/**
 * What owners do by mail, where the server can send it: get a new password, change their address, sign up. An address
 * belongs to an owner who has opened a link that was sent to it.
 *
 * Visitors get the same answer whether or not there is an account, so that an attacker cannot find out which addresses
 * have one.
 */

import type { Clock } from '../../base/clock.js'
import type { Language } from '../../catalog/languages.js'
import type { Account, Database, LinkFor } from '../../db/port.js'
import type { RateLimiter } from '../../ratelimit/port.js'
import { createAccount, emailTaken, normaliseEmail, setEmail } from './accounts.js'
import { countAttempt, linkFrom, mailTo, newEmailOf, resetFrom, signUpFrom } from './attempts.js'
import { letters } from './letters/index.js'
import { letterOf } from './letters/letter.js'
import { hashOf, newToken } from './link-token.js'
import type { Outbox } from './outbox.js'
import { createResetLink, LINK_LIFE_MS, linkOver } from './password-reset.js'
import { type Passwords, refuseUnfit } from './passwords.js'

/** From a visitor who is not signed in. */
export interface MailRequest {
  readonly email: string
  /** The language of the page that the request came from. */
  readonly language: Language
  /** The client's address. */
  readonly address: string
}

export interface AccountByMail {
  /**
   * Sends a link to a new password, if there is such an account. Neither the answer nor its timing tells whether there
   * is.
   */
  forgotPassword(request: MailRequest): Promise<void>
  /** Sends a link to the new address and a notice to the old one; returns the new one as stored. */
  requestEmail(account: Account, request: Pick<MailRequest, 'email' | 'language'>): Promise<string>
  /** With the token of that link. Returns the account's new address. */
  confirmEmail(request: { token: string; address: string }): Promise<string>
  /** Sends a link to sign up with, or the advice to sign in. */
  requestSignUp(request: MailRequest): Promise<void>
  /** With the token of that link, which proves that the mailbox is theirs. */
  confirmSignUp(request: { token: string; password: string; address: string }): Promise<Account>
}

export interface AccountByMailParts {
  readonly db: Database
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  readonly passwords: Passwords
  readonly outbox: Outbox
  /** The site that links lead to. */
  readonly addresses: { base(): string }
  /** Opening balance of a new account. */
  readonly freeCredits: number
}

/** The actor in the audit trail. */
const FORGOTTEN_PASSWORD = 'forgotten password'
const EMAIL_LINK_LIFE_MS = 24 * 3_600_000

type LinkOwner =
  | Pick<LinkFor<'new-email'>, 'purpose' | 'accountId' | 'email'>
  | Pick<LinkFor<'sign-up'>, 'purpose' | 'email'>

export function createAccountByMail(parts: AccountByMailParts): AccountByMail {
  const { db, clock, passwords, outbox, addresses, freeCredits } = parts
  const site = (): string => new URL(addresses.base()).host

  /** The token comes after the `#`, which browsers do not send. */
  const createEmailLink = async (page: string, owner: LinkOwner): Promise<string> => {
    const token = newToken()
    await db.links.create({ id: hashOf(token), expiresAt: clock() + EMAIL_LINK_LIFE_MS, ...owner })
    return `${addresses.base()}${page}#${token}`
  }

  const sendNewPassword = async (email: string, language: Language): Promise<void> => {
    const account = await db.accounts.findByEmail(email)
    if (!account || account.suspendedAt !== null) return
    const terms = { baseUrl: addresses.base(), lifeMs: LINK_LIFE_MS.mailed }
    const { url } = await createResetLink(db, clock, account.id, terms)
    await outbox.send(email, letterOf(language, letters[language].newPassword({ site: site(), url })))
    const action = 'account.reset-link'
    await db.audit.write({ actor: FORGOTTEN_PASSWORD, action, subject: email, detail: null, note: null })
  }

  return {
    forgotPassword: async ({ email, language, address }) => {
      const normalised = normaliseEmail(email)
      await countAttempt(parts, [resetFrom(address), mailTo(normalised)])
      outbox.inBackground(() => sendNewPassword(normalised, language))
    },

    requestEmail: async (account, { email, language }) => {
      const normalised = normaliseEmail(email)
      await countAttempt(parts, [newEmailOf(account), mailTo(normalised)])
      const holder = await db.accounts.findByEmail(normalised)
      if (holder && holder.id !== account.id) throw emailTaken(normalised)
      const texts = letters[language]
      const owner = { purpose: 'new-email', accountId: account.id, email: normalised } as const
      const url = await createEmailLink('/confirm-email', owner)
      try {
        await outbox.send(normalised, letterOf(language, texts.confirmEmail({ site: site(), url })))
      } catch (error) {
        await db.links.endAllOf(account.id, 'new-email')
        throw error
      }
      const word = letterOf(language, texts.emailChanges({ site: site(), email: normalised }))
      outbox.inBackground(() => outbox.send(account.email, word))
      return normalised
    },

    confirmEmail: async ({ token, address }) => {
      const giveBack = await countAttempt(parts, [linkFrom(address)])
      const link = await db.links.take(hashOf(token), 'new-email')
      const account = link && (await db.accounts.findById(link.accountId))
      if (!link || !account || account.suspendedAt !== null) throw linkOver()
      await giveBack()
      await setEmail(db, account, link.email)
      await db.links.endAllOf(account.id, 'new-password') // they were sent to the old address
      return link.email
    },

    requestSignUp: async ({ email, language, address }) => {
      const normalised = normaliseEmail(email)
      await countAttempt(parts, [...signUpFrom(address), mailTo(normalised)])
      const texts = letters[language]
      const draft = (await db.accounts.findByEmail(normalised))
        ? texts.alreadySignedUp({ site: site(), url: `${addresses.base()}/sign-in` })
        : texts.signUp({
            site: site(),
            url: await createEmailLink('/confirm-sign-up', { purpose: 'sign-up', email: normalised }),
          })
      await outbox.send(normalised, letterOf(language, draft))
    },

    confirmSignUp: async ({ token, password, address }) => {
      const giveBack = await countAttempt(parts, [linkFrom(address)])
      refuseUnfit(password) // before the link is used up
      const link = await db.links.take(hashOf(token), 'sign-up')
      if (!link) throw linkOver()
      await giveBack()
      const maker = { accounts: db.accounts, clock, passwords }
      return createAccount(maker, { email: link.email, password, credits: freeCredits })
    },
  }
}
