/** The headers of answers, as the document describes them. */

const integer = (description: string, more: object = {}): object => ({
  type: 'integer',
  minimum: 0,
  description,
  ...more,
})
const text = (description: string): object => ({ type: 'string', description })

type Headers = Readonly<Record<string, object>>

/** On every answer. */
export const COMMON: Headers = { 'X-Request-Id': text('Names this request; for support.') }

/** On answers after the rate check, refusals included; not where a request is refused before it, or is a repetition. */
export const RATE: Headers = {
  'X-RateLimit-Limit': integer('Images per minute for this key.'),
  'X-RateLimit-Remaining': integer('Images left in this minute.'),
  'X-RateLimit-Reset': integer('When the minute ends, in Unix seconds.'),
}

/** On answers to admitted requests; not on repetitions. */
export const QUEUE: Headers = {
  'X-Queue-Ahead': integer('How many jobs went first when the request was admitted.'),
  'X-Queue-Expected-Seconds': integer('How long queue and work were expected to take then.'),
}

export const RETRY: Headers = {
  'Retry-After': integer('Seconds after which a repetition makes sense.', { minimum: 1 }),
}

export const REPLAYED: Headers = {
  'Idempotent-Replayed': {
    type: 'string',
    enum: ['true'],
    description: 'This is the answer to an earlier request with the same `Idempotency-Key`; nothing was charged.',
  },
}

const codes = (description: string): object => text(`${description} Comma-separated codes; absent if there are none.`)

export const WARNINGS: Headers = {
  'X-Warnings': codes('What may be wrong with the photo: the codes of `GET /v1/id-photo/specs`.'),
  'X-Photo-Faults': codes('Those of them that are about the photo.'),
  'X-Policy-Notes': codes('Those of them that are about what the authority accepts.'),
}

export const RECIPE: Headers = {
  'X-Style-Recipe': text('What the picture was made of; of a prompt, also what was not understood and not added.'),
}

export const CUTOUT: Headers = {
  'X-Credits-Charged': integer('0 or 1.', { maximum: 1 }),
  'X-Width': integer('Of the returned picture, in pixels.'),
  'X-Height': integer('Of the returned picture, in pixels.'),
  'X-Type': {
    type: 'string',
    enum: ['person', 'product', 'animal', 'car', 'other'],
    description: 'What the subject is; absent with `type_level=none`.',
  },
  'X-Foreground-Top': integer('Where the subject begins, in pixels of the returned picture.'),
  'X-Foreground-Left': integer('Where the subject begins.'),
  'X-Foreground-Width': integer('Width of the subject.'),
  'X-Foreground-Height': integer('Height of the subject.'),
}

/** Of results at their own addresses. */
export const RESULT = {
  all: {
    'Cache-Control': text('As long as the result will be there: `public, max-age=259200, immutable`.'),
    ETag: text('Names the picture; it never changes.'),
    'Accept-Ranges': text('`bytes`: parts can be asked for.'),
    'X-Content-Type-Options': text('`nosniff`'),
  },
  whole: { 'Content-Length': integer('Bytes in this answer.') },
  part: { 'Content-Range': text('Which bytes these are, and of how many: `bytes 0-1023/48213`.') },
  link: {
    Location: text('Signed for a short time.'),
    'Cache-Control': text('`no-store`: the link must not be kept, only the address of the result.'),
  },
} as const satisfies Readonly<Record<string, Headers>>
