/**
 * What people do with the help of their mailbox, where the server can send mail: get a new password, change their address,
 * sign up. An address is somebody's once they have opened a link that was sent to it.
 *
 * Visitors get the same answer whether or not there is an account, so that nobody learns which addresses have one.
 */
import type { Language } from '../catalog/languages.js'
import type { Clock } from '../clock.js'
import type { Account, Database } from '../db/port.js'
import type { RateLimiter } from '../ratelimit/port.js'
import { createAccount, emailTaken, normaliseEmail, setEmail } from './accounts.js'
import { countAttempt, linkFrom, mailTo, newEmailOf, resetFrom, signUpFrom } from './attempts.js'
import { letters } from './letters/index.js'
import { letterOf } from './letters/letter.js'
import { hashOf, newToken } from './link-token.js'
import { createResetLink, LINK_LIFE_MS, linkOver } from './password-reset.js'
import { refuseUnfit } from './passwords.js'
import type { Post } from './post.js'

/** From somebody who is not signed in. */
export interface MailRequest {
  readonly email: string
  /** Of the page it was asked for on. */
  readonly language: Language
  /** Where it comes from. */
  readonly address: string
}

export interface AccountByMail {
  /** Sends a link to a new password, if there is such an account. Neither answer nor time tells whether there is. */
  forgotPassword(request: MailRequest): Promise<void>
  /** Sends a link to the new address, and word of it to the old one; returns the new one as it is kept. */
  requestEmail(account: Account, request: Pick<MailRequest, 'email' | 'language'>): Promise<string>
  /** With the token of that link. Returns the address that counts from now on. */
  confirmEmail(request: { token: string; address: string }): Promise<string>
  /** Sends a link to sign up with, or the advice to sign in. */
  requestSignUp(request: MailRequest): Promise<void>
  /** With the token of that link: whoever chose the password has the mailbox. */
  confirmSignUp(request: { token: string; password: string; address: string }): Promise<Account>
}

export interface AccountByMailParts {
  readonly db: Database
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  readonly post: Post
  /** Where links lead. */
  readonly addresses: { base(): string }
  /** Opening balance of whoever signs up. */
  readonly freeCredits: number
}

/** What the audit trail calls whoever asked. */
const FORGOTTEN_PASSWORD = 'forgotten password'
const EMAIL_LINK_LIFE_MS = 24 * 3_600_000

export function createAccountByMail(parts: AccountByMailParts): AccountByMail {
  const { db, clock, post, addresses, freeCredits } = parts
  const site = (): string => new URL(addresses.base()).host

  /** After the `#`, which browsers send to nobody. */
  const createEmailLink = async (page: string, email: string, accountId: string | null): Promise<string> => {
    const token = newToken()
    await db.emailLinks.create({ id: hashOf(token), accountId, email, expiresAt: clock() + EMAIL_LINK_LIFE_MS })
    return `${addresses.base()}${page}#${token}`
  }

  const sendNewPassword = async (email: string, language: Language): Promise<void> => {
    const account = await db.accounts.findByEmail(email)
    if (!account || account.suspendedAt !== null) return
    const terms = { baseUrl: addresses.base(), lifeMs: LINK_LIFE_MS.mailed }
    const { url } = await createResetLink(db, clock, account.id, terms)
    await post.send(email, letterOf(language, letters[language].newPassword({ site: site(), url })))
    const action = 'account.reset-link'
    await db.audit.write({ actor: FORGOTTEN_PASSWORD, action, subject: email, detail: null, note: null })
  }

  return {
    forgotPassword: async ({ email, language, address }) => {
      const normalised = normaliseEmail(email)
      await countAttempt(parts, [resetFrom(address), mailTo(normalised)])
      post.inBackground(() => sendNewPassword(normalised, language))
    },

    requestEmail: async (account, { email, language }) => {
      const normalised = normaliseEmail(email)
      await countAttempt(parts, [newEmailOf(account), mailTo(normalised)])
      const owner = await db.accounts.findByEmail(normalised)
      if (owner && owner.id !== account.id) throw emailTaken(normalised)
      const texts = letters[language]
      const url = await createEmailLink('/confirm-email', normalised, account.id)
      try {
        await post.send(normalised, letterOf(language, texts.confirmEmail({ site: site(), url })))
      } catch (error) {
        await db.emailLinks.endAllOf(account.id)
        throw error
      }
      const word = letterOf(language, texts.emailChanges({ site: site(), email: normalised }))
      post.inBackground(() => post.send(account.email, word))
      return normalised
    },

    confirmEmail: async ({ token, address }) => {
      const giveBack = await countAttempt(parts, [linkFrom(address)])
      const link = await db.emailLinks.take(hashOf(token))
      const account = link?.accountId ? await db.accounts.findById(link.accountId) : undefined
      if (!link || !account || account.suspendedAt !== null) throw linkOver()
      await giveBack()
      await setEmail(db, account, link.email)
      await db.passwordLinks.endAllOf(account.id) // they were sent to the old address
      return link.email
    },

    requestSignUp: async ({ email, language, address }) => {
      const normalised = normaliseEmail(email)
      await countAttempt(parts, [...signUpFrom(address), mailTo(normalised)])
      const texts = letters[language]
      const draft = (await db.accounts.findByEmail(normalised))
        ? texts.alreadySignedUp({ site: site(), url: `${addresses.base()}/sign-in` })
        : texts.signUp({ site: site(), url: await createEmailLink('/confirm-sign-up', normalised, null) })
      await post.send(normalised, letterOf(language, draft))
    },

    confirmSignUp: async ({ token, password, address }) => {
      const giveBack = await countAttempt(parts, [linkFrom(address)])
      refuseUnfit(password) // before the link is used up
      const link = await db.emailLinks.take(hashOf(token))
      if (!link || link.accountId !== null) throw linkOver()
      await giveBack()
      return createAccount(db.accounts, clock, { email: link.email, password, credits: freeCredits })
    },
  }
}
