/** The letters in English. */
import type { Draft } from './letter.js'

const NOT_YOU = 'If that was not you, do nothing: without the link nothing happens.'

export const en = {
  newPassword: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'Set a new password',
    paragraphs: [
      `A new password was asked for, for your account at ${site}. With this link you set one:`,
      { label: 'Set a new password', url },
      'The link works once, for an hour. Afterwards all sessions of your account end.',
      NOT_YOU,
    ],
  }),
  confirmEmail: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      `This address is to be the one of an account at ${site}. With this link you confirm it:`,
      { label: 'Confirm this address', url },
      'The link works once, for 24 hours. Until then the old address stays.',
      NOT_YOU,
    ],
  }),
  emailChanges: ({ site, email }: { site: string; email: string }): Draft => ({
    subject: 'Your email address is being changed',
    paragraphs: [
      `Somebody who knows your password wants to change the email address of your account at ${site} to ${email}. That happens as soon as it is confirmed there.`,
      'If that was not you, set another password at once: a change that is not confirmed yet is then off. If you cannot sign in any more, turn to the operator.',
    ],
  }),
  signUp: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'Create your account',
    paragraphs: [
      `An account at ${site} was asked for with this address. With this link you choose a password, and your account is made:`,
      { label: 'Create account', url },
      'The link works once, for 24 hours.',
      NOT_YOU,
    ],
  }),
  alreadySignedUp: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'You already have an account',
    paragraphs: [
      `An account at ${site} was asked for with this address, but you already have one. Sign in here; there you also get a new password, should you have forgotten yours:`,
      { label: 'Sign in', url },
      'If that was not you, do nothing.',
    ],
  }),
}

export type Letters = typeof en
