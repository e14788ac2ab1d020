/** Photos that are named by their address on the web. */

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** What the photo is called here: the last name in the address, and nothing that a file system could misread. */
export function photoNameIn(address: string): string {
  const { pathname, hostname } = URL.canParse(address) ? new URL(address) : { pathname: '', hostname: 'photo' }
  const last = decoded(pathname.split('/').findLast((part) => part !== '') ?? hostname)
  return last.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '') || 'photo'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
