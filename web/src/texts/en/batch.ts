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
    `${photos(done)} are done. Download them first; those that were paid for also stay on the page Results for a while.`,
  closeYes: 'Remove all',
  list: 'Photos of the batch',
  reading: 'Reading the photos',
  leftOut: (n: number): string =>
    n === 1 ? '1 file is no photo and was left out.' : `${n} files are no photos and were left out.`,
  tooMany: (n: number, most: number): string => `${photos(n)} were left out: a batch has at most ${most}.`,
  unkept: 'The browser has no room to keep all photos: leave this page open until everything is done.',
  gone: 'The file could not be read. It may have been moved or deleted: add it again.',
  start: (what: string, n: number): string => `${what}: ${photos(n)}`,
  free: (n: number): string => `${photos(n)}, free preview`,
  cost: (n: number, sum: number): string => (n === 1 ? credits(sum) : `${photos(n)}, ${credits(sum)}`),
  short: (covered: number, all: number, have: number): string =>
    `You have ${credits(have)}: enough for ${covered} of ${all}. The batch will stop there and can go on later.`,
  again: 'Make them again?',
  againText: (paid: number, all: number, sum: number): string =>
    `Done and paid for: ${photos(paid)}. With the new options, new pictures take their place: ${photos(all)}, ` +
    `${sum === 0 ? 'free preview' : credits(sum)}. Download the results first; they also stay on the page Results for ` +
    'a while.',
  againYes: (sum: number): string => (sum === 0 ? 'Make free previews' : `Make them for ${credits(sum)}`),
  nothingLeft: 'Everything is done. Change the options to make it again.',
  progress: (done: number, failed: number, all: number): string =>
    failed === 0 ? `${done} of ${all} done` : `${done} of ${all} done, ${failed} failed`,
  cancel: 'Cancel',
  goOn: 'Go on',
  stopped: 'The batch has stopped',
  stages: {
    waiting: 'Waiting',
    uploading: 'Uploading',
    working: 'Working',
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
  faults: (n: number): string => (n === 1 ? 'Done, 1 remark' : `Done, ${n} remarks`),
  zip: (n: number): string => `Download ${photos(n)} as ZIP`,
  zipping: (done: number, all: number): string => `Packing ${done} of ${all}`,
  zipName: 'silhouette.zip',
  download: (name: string): string => `Download ${name}`,
  retry: (name: string): string => `Try again: ${name}`,
  remove: (name: string): string => `Remove ${name}`,
  photoAlt: (name: string): string => `Photo: ${name}`,
  resultAlt: (name: string): string => `Result: ${name}`,
}
