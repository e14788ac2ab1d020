/** The playground with several photos at once. */
const photos = (n: number): string => (n === 1 ? '1 photo' : `${n} photos`)
const credits = (n: number): string => (n === 1 ? '1 credit' : `${n} credits`)

export const batch = {
  photos,
  add: 'Add photos',
  addFolder: 'Add a folder',
  close: 'Remove all',
  closeTitle: 'Remove all photos and results?',
  closeText: (done: number): string =>
    `${photos(done)} ${done === 1 ? 'is' : 'are'} done. Download the results first. Paid ones also stay under Results for a while.`,
  closeYes: 'Remove all',
  list: 'Photos of the batch',
  leftOut: (n: number): string =>
    n === 1 ? '1 file is not a photo and was left out.' : `${n} files are not photos and were left out.`,
  tooMany: (n: number, most: number): string =>
    `${photos(n)} ${n === 1 ? 'was' : 'were'} left out: a batch has room for ${most}.`,
  unkept: 'The browser has no room to store all the photos: keep this page open until everything is done.',
  gone: 'The file could not be read. It may have been moved or deleted; add it again.',
  start: (what: string, n: number): string => `${what}: ${photos(n)}`,
  free: (n: number): string => `${photos(n)}, free preview`,
  cost: (n: number, sum: number): string => (n === 1 ? credits(sum) : `${photos(n)}, ${credits(sum)}`),
  short: (covered: number, all: number, have: number): string =>
    `You have ${credits(have)}, enough for ${covered} of ${all}. The batch will pause there, and you can resume it later.`,
  again: 'Make them again?',
  againText: (paid: number, all: number, sum: number): string =>
    `${photos(paid)} ${paid === 1 ? 'is' : 'are'} done and paid for. The new options replace everything: ${photos(all)}, ` +
    `${sum === 0 ? 'free preview' : credits(sum)}. Download the results first; they also stay under Results for a while.`,
  againYes: (sum: number): string => (sum === 0 ? 'Make free previews' : `Make them for ${credits(sum)}`),
  nothingLeft: 'Everything is done. Change the options to make the pictures again.',
  progress: (done: number, failed: number, all: number): string =>
    failed === 0 ? `${done} of ${all} done` : `${done} of ${all} done, ${failed} failed`,
  cancel: 'Cancel',
  goOn: 'Resume',
  stopped: 'The batch is paused',
  stages: {
    waiting: 'Waiting',
    uploading: 'Uploading',
    working: 'Processing',
    paused: 'Waiting for the server',
    done: 'Done',
    failed: 'Failed',
    unreadable: 'Cannot be read',
  },
  /** Of a photo under way. */
  under: (stage: string, percent: number): string => `${stage}, ${percent} %`,
  queued: 'In the queue',
  place: (ahead: number, span: string): string =>
    ahead === 0 ? `Next, about ${span}` : `${ahead} ahead, about ${span}`,
  progressOf: (name: string): string => `Progress of ${name}`,
  faults: (n: number): string => (n === 1 ? 'Done, 1 warning' : `Done, ${n} warnings`),
  review: (n: number): string => (n === 1 ? '1 photo to look at' : `${n} photos to look at`),
  reviewHint: 'The server found nothing to object to in the others.',
  reasons: 'What to look at',
  keepAll: 'Keep all',
  keep: 'Keep',
  best: (price: number): string => `Redo at best (${price === 0 ? 'free' : credits(price)})`,
  retouch: (price: number): string => (price === 0 ? 'Retouch' : `Retouch (${credits(price)})`),
  actionOf: (action: string, name: string): string => `${action}: ${name}`,
  retouching: (name: string): string => `Retouch ${name}`,
  retouched: 'Done',
  leave: 'Back without changes',
  zip: (n: number): string => `Download ${photos(n)} as ZIP`,
  zipping: (done: number, all: number): string => `Packing ${done} of ${all}`,
  zipName: 'silhouette.zip',
  download: (name: string): string => `Download ${name}`,
  retry: (name: string): string => `Try again: ${name}`,
  remove: (name: string): string => `Remove ${name}`,
  photoAlt: (name: string): string => `Photo: ${name}`,
  resultAlt: (name: string): string => `Result: ${name}`,
}
