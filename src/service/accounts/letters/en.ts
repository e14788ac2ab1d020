/** The letters in English. */
import type { Draft } from './letter.js'

const NOT_YOU = 'If this was not you, ignore this mail: nothing happens unless the link is opened.'

export const en = {
  newPassword: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'Set a new password',
    paragraphs: [
      `A new password was requested for your account at ${site}. Use this link to set one:`,
      { label: 'Set a new password', url },
      'The link works once and expires in an hour. Setting the password ends all sessions of your account.',
      NOT_YOU,
    ],
  }),
  confirmEmail: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      `This address was entered as the new address of an account at ${site}. Use this link to confirm it:`,
      { label: 'Confirm this address', url },
      'The link works once and expires in 24 hours. Until you confirm, the old address stays in use.',
      NOT_YOU,
    ],
  }),
  emailChanges: ({ site, email }: { site: string; email: string }): Draft => ({
    subject: 'Your email address is being changed',
    paragraphs: [
      `A request was made, with your password, to change the email address of your account at ${site} to ${email}. The change takes effect once it is confirmed from there.`,
      'If this was not you, change your password at once: that cancels a change that has not been confirmed yet. If you can no longer sign in, contact the operator.',
    ],
  }),
  signUp: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'Create your account',
    paragraphs: [
      `An account at ${site} was requested for this address. Use this link to choose a password and create it:`,
      { label: 'Create account', url },
      'The link works once and expires in 24 hours.',
      NOT_YOU,
    ],
  }),
  alreadySignedUp: ({ site, url }: { site: string; url: string }): Draft => ({
    subject: 'You already have an account',
    paragraphs: [
      `An account at ${site} was requested for this address, but you already have one. Sign in here; if you have forgotten your password, you can get a new one there:`,
      { label: 'Sign in', url },
      'If this was not you, ignore this mail.',
    ],
  }),
}

export type Letters = typeof en
