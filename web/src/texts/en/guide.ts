/** The guide. What stands between backticks is shown as code. */
export const guide = {
  title: 'Guide',
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
  lead: 'From nothing to the first cut-out in three steps.',
  key: {
    title: '1. Get a key',
    member: 'Create a key and put it into your environment. It is shown only once.',
    visitor: 'Create an account, then a key, and put it into your environment. It is shown only once.',
    create: 'Create a key',
    signUp: 'Create an account',
    signIn: 'Sign in',
    closed: 'Sign in, create a key, and put it into your environment. It is shown only once.',
  },
  call: {
    title: '2. Send a photo',
    text: 'JPEG, PNG, WebP or BMP, as `multipart/form-data`. `size=preview` is free and watermarked, `size=full` costs one credit and is clean.',
  },
  answer: {
    title: '3. Fetch the result',
    text: 'The answer is the address of the picture. It is kept for a while, then deleted; whoever has the address can see it until then.',
  },
  more: {
    title: 'The other two operations',
    idPhoto: 'An ID photo in one of more than 90 formats, exact to the pixel, for one credit:',
    style: 'A portrait in a style, or by your own words, for two credits:',
  },
  habits: {
    title: 'Good habits',
    items: [
      'Keep keys on a server, one per program, so that you can revoke one without touching the others.',
      'Send an `Idempotency-Key` header with every image: a request that is repeated within 24 hours gives the first answer again and is not charged twice.',
      'Give your client a time-out of a minute: networks on an ordinary CPU take seconds, under load longer.',
      'On `429` and `503` wait as many seconds as `Retry-After` says.',
    ],
  },
}

export const errors = {
  title: 'Errors',
  lead: 'Every error says what was wrong and what is allowed. Nothing is ever charged on an error.',
  shape: 'All errors of `/v1` have this shape:',
  status: 'Status',
  code: 'Code',
  meaning: 'When',
  sample:
    '{"errors": {"code": "validation error", "message": "bg_color must be transparent, white or a colour as #RRGGBB"}}',
  advice: {
    title: 'What to do',
    items: [
      '`400` and `422` are about this photo or these parameters: the same request will be refused again.',
      '`402`: the balance does not cover the operation. Previews still work.',
      '`429` and `503` pass: wait `Retry-After` seconds and repeat.',
      '`500` is our fault: repeat once, then report the `X-Request-Id` header to the operator.',
    ],
  },
}

export const limits = {
  title: 'Limits',
  lead: 'As this server is set up.',
  what: 'Limit',
  value: 'Value',
  names: {
    upload: 'Largest file',
    bytes: (n: string): string => `${n} bytes`,
    pixels: 'Pixels of a photo',
    pixelsValue: (megapixels: string): string => `under ${megapixels} megapixels, longest side 32 to 10,000 px`,
    rate: 'Images per minute and key',
    rateNote: 'The operator can set another limit for a key.',
    ttl: 'Results are kept',
    preview: 'Longest side of a preview',
    full: 'Longest side of a full result',
    style: 'Longest side of a styled portrait',
    prompt: 'Length of a prompt',
    promptValue: '500 characters',
  },
  prices: {
    title: 'Prices',
    operation: 'Operation',
    price: 'Price',
    rows: [
      ['Background removal, `size=preview`', 'free, watermarked'],
      ['Background removal, `size=full`', '1 credit'],
      ['ID photo', '1 credit'],
      ['Portrait style', '2 credits'],
    ],
    note: 'A credit is held while a request runs and charged only when its result is there.',
  },
  headers: {
    title: 'What every answer tells',
    items: [
      '`X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`: how much of the rate is left, and until when (unix seconds).',
      '`Retry-After`: on `429` and `503`, in seconds.',
      '`X-Request-Id`: name it when you report a problem.',
    ],
  },
}

export const migration = {
  title: 'Coming from remove.bg',
  lead: 'The routes under `/v1.0` speak the conventions of the remove.bg API. If your code builds its own HTTP requests, change the host and the key.',
  same: {
    title: 'What is the same',
    items: [
      'Request: `X-Api-Key`; multipart, urlencoded or JSON; `image_file`, `image_file_b64` or `image_url`.',
      'Parameters: `size`, `type`, `format`, `roi`, `crop`, `scale`, `position`, `channels`, `bg_color`, `bg_image_url` and more. Unknown fields are ignored.',
      'Answer: the picture itself, or base64 in JSON with `Accept: application/json`.',
      'Errors: `{"errors": [{"title", "code", "detail"}]}`.',
    ],
  },
  differs: {
    title: 'What differs',
    what: 'Topic',
    here: 'Here',
    rows: [
      ['`preview`, `small`, `regular`', 'free, longest side 640 px, watermarked'],
      ['`medium`, `hd`, `4k`, `full`, `50MP`', '1 credit; up to 1.5, 4, 25, 25, 50 megapixels'],
      ['`auto`', '`full` if there is a credit, else `preview`'],
      ['Shadows, `semitransparency`', 'accepted, no effect'],
      ['Time', 'seconds on an ordinary CPU: give your client a time-out of a minute'],
    ],
  },
  note: 'This is a compatibility layer for the main HTTP path, not a drop-in for the official SDKs, whose address is built in. Silhouette is not affiliated with remove.bg.',
}

export const formats = {
  title: 'ID photo formats',
  lead: 'Sizes, colours and file limits of every format. Nobody can promise that an authority accepts a photo: read what yours says today.',
  search: 'Search by name, country or size',
  placeholder: 'passport, Japan, 35x45 …',
  found: (n: number): string => (n === 1 ? '1 format' : `${n} formats`),
  none: 'No format matches. Try a country or a size in millimetres.',
  format: 'Format',
  size: 'Size',
  background: 'Background',
  head: 'Head',
  file: 'File',
  dpi: (n: number): string => `${n} dpi`,
  tryNamed: (name: string): string => `Try ${name} in the playground`,
  headOf: (least: number, most: number, crown: 'hair' | 'skull'): string =>
    `${least}–${most} % to the ${crown === 'hair' ? 'hair' : 'skull'}`,
  fileOf: (least: number | null, most: number | null): string => {
    if (least !== null && most !== null) return `${least}–${most} kB`
    if (most !== null) return `up to ${most} kB`
    if (least !== null) return `from ${least} kB`
    return 'any'
  },
  policies: {
    unknown: '',
    rejected: 'Refuses edited backgrounds',
    in_person_or_certified: 'On site or certified only',
  },
}

export const gallery = {
  title: 'Style gallery',
  lead: 'Painted by this server from its sample photo. A picture that nobody asked for yet takes a few seconds.',
  search: 'Search styles',
  placeholder: 'ink, warm, retro …',
  none: 'No style matches.',
  found: (n: number): string => (n === 1 ? '1 style' : `${n} styles`),
  tryNamed: (name: string): string => `Try ${name} in the playground`,
}
