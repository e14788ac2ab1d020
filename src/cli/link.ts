/** A way into the account page for whoever runs the server. */
import { localAddress } from '../base/addresses.js'
import { answer, type Command, isoTime, jsonOption, optionalText, print, textOption, UsageError } from './command.js'
import { withSite } from './with-site.js'
import type { Site } from './work/site.js'

export const linkCommand: Command = {
  name: 'link',
  group: 'Server',
  summary: 'Make a link that signs the owner in to the account page; it works once, for an hour',
  about:
    'It needs neither a password nor a second factor, so give it to the owner of the account only. It replaces any earlier ' +
    'link. Where the server runs with other settings than the usual ones, give BASE_URL and DATA_DIR here as well.',
  options: {
    email: textOption('E', 'Another account than that of the owner, the first operator'),
    ...jsonOption,
  },
  examples: ['link', 'link --email ada@example.com'],
  run: withSite(async (site, values, { server }) => {
    const given = optionalText(values, 'email')
    const { id, email } = given === undefined ? await ownerOf(site) : await site.requireAccount(given)
    const baseUrl = server.baseUrl ?? localAddress(server.host, server.port)
    const { url, expiresAt } = await site.createSignInLink(id, baseUrl)
    await site.record('account.sign-in-link', email)
    answer(values, { email, url, expires: isoTime(expiresAt) }, () => print(url))
  }),
}

async function ownerOf({ db }: Site) {
  const owner = (await db.accounts.list()).find(({ operator, suspendedAt }) => operator && suspendedAt === null)
  if (owner) return owner
  throw new UsageError('No account is an operator: start the server once, or name an account with --email')
}
