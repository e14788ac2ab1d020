/** The API reference. Text between backticks is shown as code. What is said of single routes is in the API document. */
export const reference = {
  title: 'API reference',
  lead: 'Every route of this server, with examples and a form to try it.',
  navigation: 'API reference',
  menu: 'All routes',
  introduction: 'Introduction',
  guide: 'Guide',
  /** The note behind a group of routes in the API document: shown beside its routes instead. */
  previewNote: ' (preview, may change)',
  previewTag: 'Preview',
  document: {
    title: 'For machines',
    text: 'The same reference as an OpenAPI 3.1 document, for generating a client or importing into your tools:',
    client:
      'There is a client for JavaScript and TypeScript, `@silhouette-image/client`, with types generated from this document. It is not on npm: run `npm pack ./clients/typescript` in Silhouette’s repository to get a package you can install.',
  },
  basics: {
    title: 'All calls',
    address: 'Address of this server',
    rows: [
      [
        'Key',
        'Every call has the header `X-Api-Key`. Keep keys on a server, and use one per program, so that you can revoke one without touching the others.',
      ],
      ['Photos', 'JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF, recognised by content, whatever the file is called.'],
      [
        'Repeating',
        'With an `Idempotency-Key` header, repeating a request within 24 hours returns the first response again and is not charged twice.',
      ],
      ['Waiting', 'On `429` and `503`, wait the number of seconds in `Retry-After`, then try again.'],
      ['Errors', 'An error is never charged, and says what was wrong and what is allowed.'],
    ] as readonly (readonly [string, string])[],
    limits: 'Limits and prices of this server',
  },
  routes: 'Routes',
  onThisPage: 'On this page',
  sections: {
    example: 'Example',
    tryIt: 'Try it',
    parameters: 'Parameters',
    answer: 'Response',
    errors: 'Errors',
  },
  body: 'Body',
  noParameters: 'This route takes no parameters.',
  columns: { name: 'Parameter', values: 'Values', default: 'Default', meaning: 'Meaning' },
  required: 'required',
  places: { body: '', header: 'header', query: 'query', path: 'path' },
  allValues: (n: number): string => `All ${n} values`,
  none: '–',
  headers: 'Headers',
  fields: 'Fields',
  examples: 'Examples',
  otherStatus: 'Other',
}

/** What a parameter may be; also used by docs/api.md. */
export const values = {
  file: 'a file',
  text: 'text',
  textUpTo: (length: number): string => `text, at most ${length} characters`,
  anything: 'anything',
  or: ' or ',
  number: 'a number',
  between: (least: number, most: number): string => `a number from ${least} to ${most}`,
  atLeast: (least: number): string => `a number, at least ${least}`,
  atMost: (most: number): string => `a number, at most ${most}`,
  more: (n: number): string => `and ${n} more`,
}

export const example = {
  ownKey: 'Put my key into the code',
  ownKeyHint: 'The code then runs as it is. The key belongs to your session and stops working when you sign out.',
  followsForm: 'The code changes with what you fill in below.',
}

export const tryIt = {
  lead: 'A real call to this server. Only what you fill in is sent.',
  costs: 'It is charged like any other call; previews are free.',
  key: 'API key',
  keyHint: 'Or sign in to use the key of your session.',
  ownKey: 'The key of your session is used.',
  noKey: 'Enter an API key, or sign in.',
  sample: 'Use the sample photo',
  notSent: 'Not sent',
  notSentBut: (value: string): string => `Not sent (default: ${value})`,
  more: (n: number): string => (n === 1 ? '1 more field' : `${n} more fields`),
  send: 'Send',
  cancel: 'Cancel',
  sending: 'Waiting for the response …',
  cancelled: 'Cancelled.',
  answer: 'Response',
  took: (time: string): string => `in ${time}`,
  headers: 'Headers',
  picture: 'The picture in the response',
  result: 'The result at that URL',
  save: 'Save the file',
  file: (type: string, size: string): string => `A file: ${type}, ${size}`,
}

export const search = {
  label: 'Search guide and reference',
  placeholder: 'Search',
  shortcut: '/',
  results: 'Search results',
  found: (n: number): string => (n === 1 ? '1 match' : `${n} matches`),
  none: (words: string): string => `Nothing matches “${words}”.`,
  guide: 'Guide',
  parameterOf: (route: string): string => `Parameter of ${route}`,
  errorOf: (route: string): string => `Error of ${route}`,
  error: (status: string): string => `Error ${status}`,
}
