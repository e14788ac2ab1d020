/** Texts shared by several pages. A translation is a folder next to this one with the same files and shapes. */
export const LOCALE: string = 'en'

export const product = {
  name: 'Silhouette',
  tagline: 'Background removal, ID photos and portrait styles on your own machine.',
  needsScript: 'Silhouette’s account page needs JavaScript. Its API does not.',
}

export const common = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copyNamed: (what: string): string => `Copy: ${what}`,
  copied: 'Copied',
  copyFailed: 'The browser does not allow copying; select the text instead',
  loading: 'Loading',
  more: 'Show more',
  noneYet: 'No match among the newest entries. “Show more” looks further back.',
  retry: 'Try again',
  reload: 'Reload the page',
  never: 'Never',
  skip: 'Skip to content',
  somethingFailed: 'Something went wrong',
  pageFailed: 'This part of the page could not be loaded. The server may be down, or may have been updated.',
  unreachable: 'The server could not be reached. Is it running, and are you online?',
  unexpected: (status: number): string => `The server answered with status ${status}.`,
  international: 'International',
}

export const count = {
  credits: (n: number): string => (n === 1 ? 'credit' : 'credits'),
  price: (n: number): string => (n === 0 ? 'free' : `${n} ${n === 1 ? 'credit' : 'credits'}`),
  unlimited: 'Unlimited',
  images: (n: number): string => (n === 1 ? 'image' : 'images'),
}

/** Operations as the ledger names them. */
export const operations: Readonly<Record<string, string>> = {
  remove: 'Background removal',
  cutout: 'Background removal',
  removebg: 'Background removal',
  'id-photo': 'ID photo',
  'portrait-style': 'Portrait style',
}

export const time = {
  now: 'just now',
  ago: (text: string): string => `${text} ago`,
  left: (text: string): string => `${text} left`,
  gone: 'Deleted',
  day: 'd',
  hour: 'h',
  minute: 'min',
  second: 's',
  millisecond: 'ms',
}

export const code = {
  language: 'Language',
  of: (language: string): string => `${language} code`,
}
