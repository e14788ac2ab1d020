/** For owners who are locked out of their account, from the command line. */
import { localAddress } from '../base/addresses.js'
import { answer, type Command, emailOption, isoTime, jsonOption, print, requiredText } from './command.js'
import { withSite } from './with-site.js'

export const accountAccessCommands: readonly Command[] = [
  {
    name: 'account reset-link',
    group: 'Accounts',
    summary: 'Make a link that sets a new password for an account; it works once, for a day',
    about: 'Give it only to the owner of the account. Using it ends all sessions. It replaces any earlier link.',
    options: { email: emailOption, ...jsonOption },
    examples: ['account reset-link --email ada@example.com', 'account reset-link --email ada@example.com --json'],
    run: withSite(async (site, values, { server }) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      const baseUrl = server.baseUrl ?? localAddress(server.host, server.port)
      const { url, expiresAt } = await (await site.acts()).createResetLink(id, baseUrl)
      answer(values, { email, url, expires: isoTime(expiresAt) }, () => print(url))
    }),
  },
  {
    name: 'account reset-two-factor',
    group: 'Accounts',
    summary: 'Turn off two-factor sign-in for an owner who lost app and recovery codes',
    options: { email: emailOption, ...jsonOption },
    examples: [
      'account reset-two-factor --email ada@example.com',
      'account reset-two-factor --email ada@example.com --json',
    ],
    run: withSite(async (site, values) => {
      const { id, email } = await site.requireAccount(requiredText(values, 'email'))
      const wasOn = await (await site.acts()).resetTwoFactor(id)
      answer(values, { email, wasOn }, () =>
        print(wasOn ? `${email} signs in with the password alone again` : `${email} had no two-factor sign-in`),
      )
    }),
  },
]
