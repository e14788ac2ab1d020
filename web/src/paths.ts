/** Which paths are pages of ours, who may see them, and where signing in may lead. */

export type PageName =
  | 'home'
  | 'sign-in'
  | 'sign-up'
  | 'reset-password'
  | 'keys'
  | 'usage'
  | 'results'
  | 'playground'
  | 'settings'
  | 'operator'
  | 'guide'
  | 'not-found'

const pages: Readonly<Record<string, PageName>> = {
  '/': 'home',
  '/sign-in': 'sign-in',
  '/sign-up': 'sign-up',
  '/reset-password': 'reset-password',
  '/keys': 'keys',
  '/usage': 'usage',
  '/results': 'results',
  '/playground': 'playground',
  '/settings': 'settings',
  '/operator': 'operator',
  '/guide': 'guide',
}

const forMembers: readonly PageName[] = ['keys', 'usage', 'results', 'playground', 'settings', 'operator']

export function pageAt(path: string): PageName {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (clean.startsWith('/guide/')) return 'guide'
  return Object.hasOwn(pages, clean) ? pages[clean]! : 'not-found'
}

export const isOurs = (path: string): boolean => pageAt(path) !== 'not-found'

export const needsAccount = (page: PageName): boolean => forMembers.includes(page)

/** Only to a page of our own: `next` comes from the URL, which anyone may have crafted. */
export function safeNext(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const path = next.split(/[?#]/, 1)[0]!
  return isOurs(path) ? next : '/'
}
