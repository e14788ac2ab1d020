/** The paths of our pages, who may see them, and where signing in may lead. */

export type PageName =
  | 'home'
  | 'sign-in'
  | 'sign-up'
  | 'sign-in-link'
  | 'reset-password'
  | 'forgotten-password'
  | 'confirm-email'
  | 'confirm-sign-up'
  | 'keys'
  | 'jobs'
  | 'webhooks'
  | 'usage'
  | 'requests'
  | 'results'
  | 'playground'
  | 'settings'
  | 'operator'
  | 'guide'
  | 'reference'
  | 'not-found'

const pages: Readonly<Record<string, PageName>> = {
  '/': 'home',
  '/sign-in': 'sign-in',
  '/sign-up': 'sign-up',
  '/sign-in-link': 'sign-in-link',
  '/reset-password': 'reset-password',
  '/forgotten-password': 'forgotten-password',
  '/confirm-email': 'confirm-email',
  '/confirm-sign-up': 'confirm-sign-up',
  '/keys': 'keys',
  '/jobs': 'jobs',
  '/webhooks': 'webhooks',
  '/usage': 'usage',
  '/requests': 'requests',
  '/results': 'results',
  '/playground': 'playground',
  '/settings': 'settings',
  '/operator': 'operator',
  '/guide': 'guide',
  '/docs': 'reference',
  '/docs/json': 'not-found', // the API document, which the server answers
}

/** Where a new member begins: with a photo to try. */
export const FIRST_STEPS = '/playground?sample'

const forMembers: readonly PageName[] = [
  'keys',
  'jobs',
  'webhooks',
  'usage',
  'requests',
  'results',
  'playground',
  'settings',
  'operator',
]

export function pageAt(path: string): PageName {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (Object.hasOwn(pages, clean)) return pages[clean]!
  if (clean.startsWith('/guide/')) return 'guide'
  if (clean.startsWith('/operator/')) return 'operator'
  return clean.startsWith('/docs/') ? 'reference' : 'not-found'
}

export const isOurs = (path: string): boolean => pageAt(path) !== 'not-found'

export const needsAccount = (page: PageName): boolean => forMembers.includes(page)

/** Only to a page of ours: `next` comes from the URL, which an attacker may have crafted. */
export function safeNext(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const path = next.split(/[?#]/, 1)[0]!
  return isOurs(path) ? next : '/'
}
