/** The playground. */
import { count } from './common.js'

export const playground = {
  title: 'Playground',
  lead: 'Try every operation on your own photo. The playground calls the public API, so what works here works in code.',
  operation: 'Operation',
  operations: { remove: 'Remove background', 'id-photo': 'ID photo', 'portrait-style': 'Portrait style' },
  options: 'Options',
  format: 'Format',
  formats: { auto: 'Auto', png: 'PNG', jpg: 'JPEG' },
}

export const photo = {
  title: 'Photo',
  drop: 'Drop a photo here',
  dropHint:
    'or several, or paste one from the clipboard, or its web address. JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF.',
  dropNow: 'Drop to use',
  choose: 'Choose a photo',
  sampleGroup: 'Sample photo',
  samplePortrait: 'Sample portrait',
  samples: 'No photo at hand?',
  many: 'Many photos?',
  chooseFolder: 'Choose a folder',
  another: 'Another photo',
  alt: (name: string): string => `Your photo: ${name}`,
  cannotShow: 'This browser cannot show the file. The server will say whether it can read it.',
  tooLarge: (limit: string): string => `The file is larger than ${limit}, the limit of this server.`,
  sampleFailed: 'The sample photo is missing. It is downloaded when the server is set up.',
  pasted: 'pasted.png',
  linked: 'linked',
}

export const run = {
  costs: 'Cost',
  free: 'Free',
  cost: count.price,
  have: (credits: number): string => `You have ${credits}.`,
  notEnough: (credits: number): string =>
    credits === 0 ? 'You have no credits left.' : `You have only ${credits} ${credits === 1 ? 'credit' : 'credits'}.`,
  onlyOnSuccess: 'Charged only on success.',
  start: { remove: 'Remove background', 'id-photo': 'Make ID photo', 'portrait-style': 'Paint portrait' },
  startWith: (start: string, what: string): string => `${start}: ${what}`,
  made: 'You already have this result. Download it as often as you like.',
  madePaid: 'You already have this result, and it is paid for. Download it as often as you like.',
  saveMade: 'Download the result',
  againFree: 'Make it again',
  again: (cost: string): string => `Make it again: ${cost}`,
  againTitle: 'Make it again?',
  againText: (cost: string): string =>
    `You already have this result, from the same photo with the same options. Making it again costs ${cost}.`,
  againYes: (cost: string): string => `Make it again for ${cost}`,
  preview: 'Preview (free)',
  isPreview: {
    'id-photo': 'This is a free preview. Make the ID photo to get it in full size, without a watermark.',
    'portrait-style': 'This is a free preview. Paint the portrait to get it in full size, without a watermark.',
  },
  needPhoto: 'Choose a photo first.',
  uploading: 'Uploading',
  working: 'Processing',
  queued: (ahead: number): string => (ahead === 0 ? 'Next in the queue' : `In the queue, ${ahead} ahead`),
  left: (span: string): string => `about ${span} to go`,
  fetching: 'Fetching the result',
  elapsed: (elapsed: string, typical: string | undefined): string =>
    typical === undefined ? `${elapsed} so far` : `${elapsed} so far, usually about ${typical}`,
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was charged.',
  outdated: 'The options have changed since this was made. Make it again to apply them.',
  done: (seconds: string): string => `Done in ${seconds}.`,
  failed: 'That did not work',
}

export const remove = {
  size: 'Size',
  sizes: { preview: 'Preview', full: 'Full' },
  sizeHint: {
    preview: 'Free; watermarked, with coarser edges, unless your account is unlimited.',
    full: 'No watermark, fine edges.',
  },
}

export const presets = {
  preset: 'Made for',
  none: 'No preset',
  noneFacts: 'as the photo',
  groups: { marketplace: 'Marketplaces', shop: 'Shops', social: 'Social networks', profile: 'Profile pictures' },
  colours: { '#FFFFFF': 'white', transparent: 'transparent' } as Readonly<Record<string, string>>,
  round: 'round',
}

export const idPhoto = {
  by: 'Size by',
  ways: { format: 'Official format', size: 'Custom size' },
  spec: 'Format',
  search: 'Search by name, country or size',
  searchPlaceholder: 'usa passport, Japan, 35x45 …',
  chosen: (name: string): string => `Chosen: ${name}`,
  choose: 'Choose a format from the list.',
  hidden: (name: string): string => `Choose a format from the list: your search hides ${name}.`,
  unit: 'Unit',
  units: { mm: 'Millimetres', px: 'Pixels' },
  sizeFields: {
    width_mm: 'Width, mm',
    height_mm: 'Height, mm',
    width_px: 'Width, px',
    height_px: 'Height, px',
    dpi: 'Pixels per inch',
    max_kb: 'Largest file, kB',
    head_min: 'Smallest head, %',
    head_max: 'Largest head, %',
  },
  between: (min: number, max: number): string => `${min} to ${max}`,
  needSize: 'Enter width and height.',
  noLimit: 'no limit',
  headHint:
    'Only width and height are required. The head is measured from the chin to the top of the hair, as a percentage of the photo’s height.',
  found: (n: number): string => (n === 1 ? '1 format' : `${n} formats`),
  none: 'No format matches. Try a country or a size in millimetres.',
  background: 'Background',
  custom: 'Your own colour',
  otherColours: 'Other colours',
  /** By their names in the catalogue. */
  colours: {
    white: 'white',
    off_white: 'off-white',
    blue: 'blue',
    red: 'red',
    light_blue: 'light blue',
    light_grey: 'light grey',
    cream: 'cream',
    royal_blue: 'royal blue',
    cn_light_blue: 'light blue (China)',
    cn_light_grey: 'light grey (China)',
  } as Readonly<Record<string, string>>,
  purpose: 'For',
  purposes: { upload: 'Upload', print: 'Print' },
  purposeHint: {
    upload: 'With the pixels and kilobytes that portals ask for.',
    print: 'In exact millimetres, at 300 to 600 dpi: as many as your photo has pixels for.',
  },
  customColour: 'Other background colour',
  notListed: 'The authority does not list this colour; the result will say so.',
  guides: 'Show head and eye guides',
  guideNames: { top: 'Top of the head', eyes: 'Eye line', chin: 'Chin' },
  guidesHint: 'Bands show what the format allows, lines what we aim for.',
  faults: 'Possible problems with this photo',
  noFaults: 'As far as we can measure, this photo has no problems.',
  notes: 'About the authority',
  disclaimer: 'We cannot promise that an authority accepts a photo.',
  policies: {
    unknown: '',
    rejected: 'This authority refuses photos whose background has been changed by software.',
    in_person_or_certified: 'This authority accepts only photos taken on site or by a certified photographer.',
  },
  alt: (name: string): string => `The finished ID photo: ${name}`,
  sheet: {
    label: 'Deliver as',
    single: 'One photo',
    own: 'Print sheet, your own paper size',
    papers: {
      '4x6': '4 × 6 in',
      '6in': '6 in',
      '5in': '5 in',
      a4: 'A4',
      letter: 'Letter',
      '10x15': '10 × 15 cm',
      '13x18': '13 × 18 cm',
      a5: 'A5',
      a6: 'A6',
    },
    fields: {
      sheet: 'Paper',
      copies: 'Copies',
      sheet_photos: 'More formats on the sheet',
      sheet_margin: 'Margin, mm',
      sheet_gap: 'Gap, mm',
      sheet_format: 'File',
      sheet_dpi: 'Resolution',
    },
    paperWidth: 'Paper width, mm',
    paperHeight: 'Paper height, mm',
    asManyAsFit: 'as many as fit',
    edgeToEdge: (n: number): string => `With margin and gap 0 it holds ${n}, to be cut with a guillotine.`,
    otherFormat: (n: number): string => `Format ${n}`,
    otherCopies: (n: number): string => `Copies of format ${n}`,
    addFormat: 'Add a format',
    removeFormat: (n: number): string => `Remove format ${n}`,
    formats: { jpg: 'JPEG', pdf: 'PDF' },
    densities: { '300': '300 dpi', '600': '600 dpi' },
    named: (paper: string, copies: number | undefined): string => {
      if (copies === undefined) return `Print sheet, ${paper}`
      return copies === 0
        ? `${paper}: too small`
        : `Print sheet, ${paper}: ${copies} ${copies === 1 ? 'photo' : 'photos'}`
    },
    hint: 'With cutting lines. Print at 100 %, not “fit to page”. A PDF has as many pages as it takes.',
    print: 'Print',
    openPdf: 'Open the PDF to print it',
    noWarnings: 'no warnings',
    tooSmall: 'The photo does not fit on this paper: choose another sheet.',
    alt: (name: string): string => `Print sheet: ${name}`,
  },
}

export const style = {
  style: 'Style',
  category: 'Category',
  all: 'All',
  categories: {
    painting: 'Painting',
    drawing: 'Drawing',
    print: 'Print',
    illustration: 'Illustration',
    photo: 'Photo',
  } as Readonly<Record<string, string>>,
  prompt: 'Prompt',
  promptHint:
    'Optional. Replaces the chosen style, or changes it (“warmer, softer”). Understands media, artists, eras, colours, ' +
    'light, mood and backgrounds; does not add hats or dragons. The free preview shows what becomes of it.',
  examples: 'Examples',
  prompts: [
    'warm oil painting on a dark green background',
    'ink drawing, pale blue background',
    'dreamy watercolour, soft light',
    '8-bit pixel art',
    'van gogh at night, bold outlines',
  ],
  strength: 'Strength',
  recipe: 'How it was made',
  recipeNames: {
    style: 'Style',
    colours: 'Colours',
    light: 'Light',
    background: 'Background',
    line: 'Lines',
    texture: 'Surface',
    strength: 'Strength',
    instead: 'Painted instead',
    without: 'Left out',
    'not added': 'Not added',
    'not understood': 'Not understood',
  } as Readonly<Record<string, string>>,
  slider: 'Divider between photo and painting',
  before: 'Photo',
  after: 'Painting',
}

export const result = {
  download: 'Download',
  saveFailed: 'The file could not be created: the browser is out of memory. Try again, or crop the picture.',
  copyAddress: 'Copy the URL of the result',
  alt: 'The result',
  code: 'The same in code',
  codeHint: 'Exactly this call. Export your key as SILHOUETTE_KEY first.',
  beyondCall: 'The picture and the brush are applied by this page, not by the call.',
}

/** What to do after an error: by how its message begins, otherwise by its code. */
export const advice = {
  byCode: {
    unreachable: 'Check that the server is running and that you are online, then try again.',
    authentication_failed: 'The playground’s key has expired. Reload the page to get a new one.',
    not_enough_credit: 'Ask the operator of this server for credits, or use a free preview.',
    throttled: 'Too many images in a minute. Wait a moment and try again.',
    service_busy: 'The server is overloaded. Try again in a moment.',
    internal_error:
      'This is our fault. Try again; if it keeps happening, send the request id to the operator of this server.',
    'validation error': 'Check the photo and the options, then try again.',
    invalid_image: 'Try another photo.',
  } as Readonly<Record<string, string>>,
  byMessage: [
    ['No face was found that has the colour of skin', 'Use a photo of a living person, in colour.'],
    ['No face was found', 'Use a photo taken from the front that shows the whole face.'],
    ['More than one face', 'Crop the photo so that it shows only one person.'],
    ['The face is too small', 'Move closer, or use a photo with more pixels.'],
    ['The top of the head', 'Leave some room above the hair.'],
    ['The photo ends too close', 'Show the shoulders; the message says how much is missing.'],
    ['The body is cut off', 'Leave room on both sides of the shoulders.'],
    ['The head is turned', 'Look straight into the camera.'],
    ['No foreground was found', 'Use a photo that clearly shows a person, an animal or an object.'],
    ['The file is a HEIC', 'Send the photo as JPEG.'],
    ['The file is not', 'Use a JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF file; convert other formats first.'],
  ] as readonly (readonly [opening: string, advice: string])[],
  nothingCharged: 'Nothing was charged.',
  wait: (seconds: number): string => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  requestId: (id: string): string => `Request id: ${id}`,
}
