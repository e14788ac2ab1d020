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
export const COMMON: Headers = { 'X-Request-Id': text('Identifies this request; quote it when you ask for support.') }

/** On answers after the rate check, refusals included; not on refusals before it, nor on replays. */
export const RATE: Headers = {
  'X-RateLimit-Limit': integer('Images per minute for this key, or for its account where less of that is left.'),
  'X-RateLimit-Remaining': integer('Images left in this minute.'),
  'X-RateLimit-Reset': integer('When the minute ends, in Unix seconds.'),
}

/** On answers to admitted requests; not on replays. */
export const QUEUE: Headers = {
  'X-Queue-Ahead': integer('Jobs ahead in the queue when the request was admitted.'),
  'X-Queue-Expected-Seconds': integer('How long queueing and processing were expected to take at that moment.'),
}

export const RETRY: Headers = {
  'Retry-After': integer('Seconds to wait before trying again.', { minimum: 1 }),
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
  'X-Warnings': codes('Possible problems with the photo: the codes of `GET /v1/id-photo/specs`.'),
  'X-Photo-Faults': codes('The warnings that concern the photo.'),
  'X-Policy-Notes': codes('The warnings that concern what the authority accepts.'),
  'X-Format-Warnings': text(
    'The warnings of each format, if there are several on a sheet: `us_passport: blurred, head_tilted; 35x45mm:`.',
  ),
}

export const RECIPE: Headers = {
  'X-Style-Recipe': text(
    'What the picture was made from; for a prompt, also what was not understood and what was not added.',
  ),
}

/** Of cut-outs in both APIs. */
export const CONFIDENCE: Headers = {
  'X-Confidence': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      'How good the cut-out is likely to be, 0 to 1: the overlap with the true subject that the network expects. Below ' +
      '0.97 it is worth a look.',
  },
}

/** Of cut-outs of /v1. */
export const CUTOUT_WARNINGS: Headers = {
  'X-Warnings': codes('What a person should look at: the codes of `GET /v1/presets`.'),
  'X-Picture-Warnings': text('The same for each picture of a ZIP: `amazon_main.jpg: enlarged; ebay.jpg:`.'),
}

/** Of watermarked results in both APIs. */
export const NOTICE: Headers = {
  'X-Silhouette-Notice': text(
    'On watermarked results: that it is, why, and what to do for a clean one, in plain English.',
  ),
}

export const CUTOUT: Headers = {
  'X-Credits-Charged': integer('0 for previews, repeated requests and unlimited accounts.'),
  'X-Width': integer('Of the returned picture, in pixels.'),
  'X-Height': integer('Of the returned picture, in pixels.'),
  'X-Type': {
    type: 'string',
    enum: ['person', 'product', 'animal', 'car', 'other'],
    description: 'What the subject is; absent with `type_level=none`.',
  },
  'X-Foreground-Top': integer('Top edge of the subject, in pixels of the returned picture.'),
  'X-Foreground-Left': integer('Left edge of the subject.'),
  'X-Foreground-Width': integer('Width of the subject.'),
  'X-Foreground-Height': integer('Height of the subject.'),
  ...CONFIDENCE,
}

/** Of results at their own addresses; they live this long. */
export const resultHeaders = (lifeSeconds: number) =>
  ({
    all: {
      'Cache-Control': text(`As long as the result exists: \`public, max-age=${lifeSeconds}, immutable\`.`),
      ETag: text('Identifies the picture, which never changes.'),
      'Accept-Ranges': text('`bytes`: range requests are supported.'),
      'X-Content-Type-Options': text('`nosniff`'),
    },
    whole: { 'Content-Length': integer('Bytes in this answer.') },
    part: { 'Content-Range': text('Which bytes these are, out of how many: `bytes 0-1023/48213`.') },
    link: {
      Location: text('A link that works for a short time.'),
      'Cache-Control': text('`no-store`: keep the address of the result, not this link.'),
    },
  }) satisfies Readonly<Record<string, Headers>>
