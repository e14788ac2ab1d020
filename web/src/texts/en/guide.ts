/** The guide. Text between backticks is shown as code. */
import type { Prices } from '../../../../src/catalog/prices.js'
import { count } from './common.js'

export const guide = {
  sections: 'Guide',
  names: {
    '': 'Quick start',
    errors: 'Errors',
    limits: 'Limits',
    'remove-bg': 'Coming from remove.bg',
    'id-photos': 'ID photo formats',
    styles: 'Style gallery',
  },
  reference: 'API reference',
}

export const quickStart = {
  title: 'Quick start',
  lead: 'Your first cut-out in three steps.',
  key: {
    title: '1. Get a key',
    member: 'Create a key and export it as an environment variable. It is shown only once.',
    visitor: 'Create an account, then a key, and export it as an environment variable. It is shown only once.',
    create: 'Create a key',
    signUp: 'Create an account',
    signIn: 'Sign in',
    closed: 'Sign in, create a key, and export it as an environment variable. It is shown only once.',
  },
  call: {
    title: '2. Send a photo',
    text: 'JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF, as `multipart/form-data`. `size=preview` is free and watermarked, `size=full` costs credits and has no watermark. Unlimited accounts pay nothing and get no watermark.',
  },
  answer: {
    title: '3. Fetch the result',
    text: 'The response contains the URL of the picture. The picture is kept for a while, then deleted; until then, anyone with the URL can see it.',
  },
  more: {
    title: 'The other two operations',
    idPhoto: 'An ID photo in one of more than 90 formats, exact to the pixel:',
    style: 'A portrait in a preset style, or as you describe it. A small, watermarked preview is free (preview=1):',
  },
  habits: {
    title: 'Good practice',
    items: [
      'Keep keys on a server, one per program, so that you can revoke one without touching the others.',
      'Send an `Idempotency-Key` header with every image: repeating a request within 24 hours returns the first response again and is not charged twice.',
      'Set your client’s timeout to a minute: neural networks on an ordinary CPU take seconds, and longer under load.',
      'On `429` and `503`, wait the number of seconds in `Retry-After`.',
    ],
  },
}

export const errors = {
  title: 'Errors',
  lead: 'Every error says what was wrong and what is allowed. Errors are never charged.',
  shape: 'All `/v1` errors have this shape:',
  status: 'Status',
  code: 'Code',
  meaning: 'When',
  sample:
    '{"errors": {"code": "validation error", "message": "bg_color must be transparent, white or a colour as #RRGGBB"}}',
  advice: {
    title: 'What to do',
    items: [
      '`400` and `422` are about this photo or these parameters: the same request will fail again.',
      '`402` means that your balance does not cover the operation. Previews still work.',
      '`429` and `503` are temporary: wait `Retry-After` seconds and try again.',
      '`500` is our fault: try once more, then report the `X-Request-Id` header to the operator.',
    ],
  },
}

export const limits = {
  title: 'Limits',
  lead: 'As configured on this server.',
  what: 'Limit',
  value: 'Value',
  names: {
    upload: 'Largest file',
    bytes: (n: string): string => `${n} bytes`,
    pixels: 'Photo dimensions',
    pixelsValue: (megapixels: string): string => `under ${megapixels} megapixels, longest side 32 to 10,000 px`,
    rate: 'Images per minute, per key',
    rateNote: 'The operator can set a different limit for a key.',
    ttl: 'Results are kept for',
    preview: 'Longest side of a preview',
    full: 'Longest side of a full result',
    style: 'Longest side of a styled portrait',
    prompt: 'Longest prompt',
    promptValue: '500 characters',
  },
  prices: {
    title: 'Prices',
    operation: 'Operation',
    price: 'Price',
    rows: (prices: Prices): [string, string][] => [
      ['Background removal, `size=preview`', 'free, watermarked, edges as detailed as at 640 px'],
      ['Background removal, `size=full`', count.price(prices.remove)],
      ['ID photo, `preview=1`', 'free, watermarked, at most 400 px'],
      ['ID photo, single or as a print sheet', count.price(prices['id-photo'])],
      ['Portrait style, `preview=1`', 'free, watermarked, at most 400 px'],
      ['Portrait style', count.price(prices['portrait-style'])],
    ],
    note: 'Credits are held while a request runs, and charged only when its result is ready. Unlimited accounts pay nothing, and their previews have no watermark.',
  },
  headers: {
    title: 'Response headers',
    items: [
      '`X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`: your rate limit, how much of it is left, and when it resets (Unix seconds).',
      '`X-Silhouette-Notice`: on watermarked results, why they are and what to do.',
      '`Retry-After`: on `429` and `503`, in seconds.',
      '`X-Request-Id`: quote it when you report a problem.',
    ],
  },
}

export const migration = {
  title: 'Coming from remove.bg',
  lead: 'remove.bg’s API stops on 1 December 2026. The routes under `/v1.0` here follow its conventions. If your code builds its own HTTP requests, change three things: the host, the key, and `size`, because results without it are free here but small and watermarked.',
  check: 'Check what your own photos and parameters give. It costs nothing.',
  same: {
    title: 'What is the same',
    items: [
      'Request: `X-Api-Key`; multipart, urlencoded or JSON; `image_file`, `image_file_b64` or `image_url`.',
      'Parameters: `size`, `type`, `format`, `roi`, `crop`, `scale`, `position`, `channels`, `bg_color`, `bg_image_url` and more. Unknown fields are ignored.',
      'Response: the picture itself, or base64 in JSON with `Accept: application/json`.',
      'Errors: `{"errors": [{"title", "code", "detail"}]}`.',
    ],
  },
  differs: {
    title: 'What differs',
    what: 'Topic',
    here: 'Here',
    rows: [
      ['`preview`, `small`, `regular`', 'free, longest side 640 px, watermarked'],
      ['`medium`, `hd`, `4k`, `full`, `50MP`', 'cost credits; up to 1.5, 4, 25, 25, 50 megapixels'],
      ['`auto`', '`full` if your credits suffice, otherwise `preview`'],
      ['Shadows, `semitransparency`', 'accepted, no effect'],
      ['Speed', 'a few seconds on an ordinary CPU: set your client’s timeout to a minute'],
    ],
  },
  note: 'This is a compatibility layer for the main HTTP calls, not a drop-in replacement for the official SDKs, whose host is built in. Silhouette is not affiliated with remove.bg.',
}

export const formats = {
  title: 'ID photo formats',
  lead: 'Sizes, colours and file limits of every format. We cannot promise that an authority accepts a photo, so check its current rules.',
  search: 'Search by name, country or size',
  placeholder: 'usa passport, Japan, 35x45 …',
  found: (n: number): string => (n === 1 ? '1 format' : `${n} formats`),
  none: 'No format matches. Try a country or a size in millimetres.',
  format: 'Format',
  size: 'Size',
  background: 'Background',
  head: 'Head',
  file: 'File',
  dpi: (n: number): string => `${n} dpi`,
  tryNamed: (name: string): string => `Try ${name} in the playground`,
  headOf: (min: number, max: number, crown: 'hair' | 'skull'): string => `${min}–${max} %, to the top of the ${crown}`,
  fileOf: (min: number | null, max: number | null): string => {
    if (min !== null && max !== null) return `${min}–${max} kB`
    if (max !== null) return `up to ${max} kB`
    if (min !== null) return `from ${min} kB`
    return 'any'
  },
  policies: {
    unknown: '',
    rejected: 'Refuses edited backgrounds',
    in_person_or_certified: 'On-site or certified photos only',
  },
}

export const gallery = {
  title: 'Style gallery',
  lead: 'Painted by this server from its sample photo. A picture shown for the first time takes a few seconds.',
  search: 'Search styles',
  placeholder: 'ink, warm, retro …',
  none: 'No style matches.',
  found: (n: number): string => (n === 1 ? '1 style' : `${n} styles`),
  tryNamed: (name: string): string => `Try ${name} in the playground`,
}
