/** Email addresses, bare and in one spelling: one mailbox, one address. */
import { domainToASCII, domainToUnicode } from 'node:url'

/** The longest address that mail servers accept. */
const MAX_LENGTH = 254

/** Without what mail programs strip or take for names, comments, groups, routes or quotes. */
const BARE = /^([^\s\p{Cc}@<>()[\],;:"\\]+)@([^\s\p{Cc}@<>()[\],;:"\\/?#%]+)$/u

/** In lower case, its domain as people write it; undefined if it is not an address. */
export function canonicalEmail(text: string): string | undefined {
  const [, name = '', domain = ''] = BARE.exec(text.trim().toLowerCase()) ?? []
  // There and back: wide letters, ideographic full stops and "xn--" are other spellings of the same domain.
  const host = domainToUnicode(domainToASCII(domain))
  const address = `${name}@${host}`
  return host === '' || host.endsWith('.') || address.length > MAX_LENGTH ? undefined : address
}
