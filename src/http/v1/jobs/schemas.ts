/** /v1/jobs as the API document describes it. */
import { type Static, Type } from 'typebox'
import type { Config } from '../../../config/config.js'
import { MOST_OPEN_JOBS } from '../../../service/jobs/create-job.js'
import { MOST_WATCHERS } from '../../../service/jobs/watch.js'
import { documentedAs, exactlyOne, requiring, type Schemas, together } from '../../document/bodies.js'
import { COMMON, RATE, REPLAYED } from '../../document/headers.js'
import { ImageHeaders } from '../../document/image-headers.js'
import { named } from '../../document/named-schemas.js'
import { limitsInWords } from '../../limits-in-words.js'
import { answer, refusals, TAKES_NONE } from '../answers.js'
import { imageDescription } from '../common-fields.js'
import { querySchema } from '../query.js'
import { itemFields, listFields } from './pages.js'
import { imageUrl, MOST_URLS, operation } from './request.js'

const TAG = 'Jobs'
const word = (words: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: words, description })
const time = (description: string) => Type.String({ format: 'date-time', description })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const pixels = Type.Integer({ minimum: 0 })

const Counts = named(
  'JobCounts',
  Type.Object({
    total: count('All images of the job.'),
    waiting: count('Not begun, or to be tried again.'),
    running: count('Being processed; credit is held for these alone.'),
    finished: count('With a result, and charged.'),
    failed: count('With an error, and not charged.'),
    cancelled: count('Not begun when the job was cancelled.'),
  }),
)

const summary = {
  id: Type.String(),
  operation: Type.Unsafe<string>({ ...operation.schema, description: 'What is done with each image.' }),
  state: word(['waiting', 'running', 'finished', 'cancelled'], '`finished`: every image has a result or an error.'),
  created_at: time('When it was handed over.'),
  finished_at: Type.Optional(time('When its last image ended.')),
  expires_at: Type.Optional(time('When it is deleted; set once it has ended.')),
  counts: Counts,
  expected_end: Type.Optional(
    time('At the pace so far; before there is one, `GET /v1/jobs/{id}` goes by that of your last such job.'),
  ),
}

const JobSummary = named('JobSummary', Type.Object(summary))

const JobItem = named(
  'JobItem',
  Type.Object({
    position: Type.Integer({ minimum: 1, description: 'Its place in the list that was sent.' }),
    state: word(['waiting', 'running', 'finished', 'failed', 'cancelled'], 'The last three are final.'),
    image_url: Type.Optional(Type.String({ description: 'As it was sent; absent for an uploaded image.' })),
    result: Type.Optional(
      Type.Object(
        {
          url: Type.String({ format: 'uri', description: 'Temporary address of the processed image.' }),
          warnings: Type.Array(Type.String(), { description: 'The codes of `X-Warnings`.' }),
          formats: Type.Optional(Type.Array(Type.Unknown(), { description: '`X-Format-Warnings`, as a list.' })),
          pictures: Type.Optional(Type.Array(Type.Unknown(), { description: '`X-Picture-Warnings`, as a list.' })),
          style_recipe: Type.Optional(Type.String({ description: 'As `X-Style-Recipe`.' })),
          confidence: Type.Optional(Type.Number({ description: 'As `X-Confidence`.' })),
          watermark: Type.Optional(Type.String({ description: 'Why the result is watermarked, if it is.' })),
          width: Type.Optional(count('Of a `cutout`, as `X-Width`.')),
          height: Type.Optional(count('As `X-Height`.')),
          foreground: Type.Optional(
            Type.Object(
              { left: pixels, top: pixels, width: pixels, height: pixels },
              { description: 'As `X-Foreground-Left` and the others.' },
            ),
          ),
          type: Type.Optional(Type.String({ description: 'As `X-Type`.' })),
        },
        { description: 'What the operation’s own route would answer.' },
      ),
    ),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'What the operation’s own route would answer.' },
      ),
    ),
    credits_charged: count('For this image.'),
  }),
)

const Job = named(
  'Job',
  Type.Object({
    ...summary,
    ahead: count('Images of your earlier jobs that come first. Accounts take turns.'),
    items: Type.Array(JobItem),
    next: Type.Optional(Type.Integer({ description: 'There are more images: send it as `after`.' })),
  }),
)

const Jobs = named(
  'Jobs',
  Type.Object({
    jobs: Type.Array(JobSummary),
    next: Type.Unsafe<string | null>({
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description: 'There are more jobs: send it as `before`. Null on the last page.',
    }),
  }),
)

const JobId = Type.Object({ id: Type.String({ description: 'As POST /v1/jobs answered it.' }) })

const JobEvents = named('JobEvents', Type.String({ description: 'Server-sent events.' }))

export interface ById {
  Params: Static<typeof JobId>
}

function body(config: Config): object {
  const operationField = { ...operation.schema, description: 'What is done with each image.' }
  const image_file = { type: 'string', format: 'binary', description: imageDescription(config) }
  const image_url = { ...imageUrl.schema, description: 'Public http or https address of the image.' }
  const list = { type: 'array', items: imageUrl.schema, minItems: 1, maxItems: MOST_URLS }
  const inForm = { type: 'string', description: `Up to ${MOST_URLS} addresses, one per line, or the field repeated.` }
  const options = {
    ...requiring({ operation: operationField }),
    additionalProperties: true,
    description:
      'Beside these fields, the parameters of the operation: those of `POST /v1/remove`, `POST /v1/id-photo`, ' +
      '`POST /v1/portrait-style` or `POST /v1.0/cutout`. They apply to every image. `bg_image_file` goes with ' +
      '`image_file`; with addresses, give `bg_image_url`.',
  }
  const form = (name: string, ...ways: readonly Schemas[]) => named(name, together(options, exactlyOne(...ways)))
  return documentedAs({
    'multipart/form-data': form('JobForm', { image_file }, { image_url }, { image_urls: inForm }),
    'application/x-www-form-urlencoded': form('JobUrlForm', { image_url }, { image_urls: inForm }),
    'application/json': form(
      'JobRequest',
      { image_url },
      { image_urls: { ...list, description: 'Addresses of the images.' } },
    ),
  })
}

export const createSchema = (config: Config) => ({
  tags: [TAG],
  operationId: 'createJob',
  summary: 'Hand over images and be told later',
  description:
    'Takes an operation, its parameters, and an image or a list of addresses, and answers at once; the images are ' +
    'processed behind requests that somebody waits for. All parameters are checked now, with the messages of the ' +
    'operation’s own route; unknown ones are refused, except for `cutout`. Each finished image is charged once; nothing is held or charged before an image begins, nor ' +
    'for one that fails. A job counts as one image of the rate, outlives restarts of the server, and is deleted with ' +
    `its last results, ${limitsInWords(config).resultLife} after it has ended. An account may have ${MOST_OPEN_JOBS} unfinished jobs.`,
  headers: ImageHeaders,
  body: body(config),
  response: {
    202: answer('The job, before anything of it has begun.', Job, {
      Location: { type: 'string', format: 'uri', description: 'The address of the job.' },
      ...RATE,
      ...REPLAYED,
    }),
    ...refusals([400, 401, 403, 429, 500, 503], true),
  },
  security: [{ apiKey: [] }],
})

const refused = {
  400: {
    meaning: 'A parameter is unknown or not allowed',
    examples: { 'unknown parameter': 'page is not a parameter of this route; it takes limit, before' },
  },
}

export const listSchema = () => ({
  tags: [TAG],
  operationId: 'listJobs',
  summary: 'Your jobs',
  description: 'Newest first; only those of operations that the key may be used for. Not counted against the rate.',
  querystring: querySchema(listFields),
  response: { 200: answer('Jobs without their images.', Jobs), ...refusals([400, 401, 403, 500, 503], false, refused) },
})

export const readSchema = () => ({
  tags: [TAG],
  operationId: 'getJob',
  summary: 'A job and its images',
  description: 'State, place in the queue, expected end, results and errors. Not counted against the rate.',
  params: JobId,
  querystring: querySchema(itemFields),
  response: { 200: answer('The job as it is now.', Job), ...refusals([400, 401, 403, 404, 500, 503], false, refused) },
})

export const cancelSchema = () => ({
  tags: [TAG],
  operationId: 'cancelJob',
  summary: 'Cancel what has not begun',
  description:
    'Images that are being processed are finished and charged; what would have to be tried again is cancelled as well. ' +
    'Cancelling again, or too late, changes nothing.',
  params: JobId,
  response: {
    200: answer('The job as it is now.', Job),
    ...refusals([400, 401, 403, 404, 500, 503], false, TAKES_NONE),
  },
})

export const eventsSchema = () => ({
  tags: [TAG],
  operationId: 'followJob',
  summary: 'What happens to a job, as it happens',
  description:
    'Server-sent events: `item` whenever an image has finished or failed (a `JobItem`), `job` whenever the counts have ' +
    'changed (a `JobSummary`). It begins with everything that has ended, or, with `Last-Event-ID`, after that event; it ' +
    `ends with the job. At most ${MOST_WATCHERS} at the same time.`,
  params: JobId,
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(Type.String({ description: 'The id of the last event that was received.' })),
  }),
  response: {
    200: {
      description: 'Until the job has ended.',
      headers: COMMON,
      content: { 'text/event-stream': { schema: JobEvents } },
    },
    ...refusals([400, 401, 403, 404, 429, 500, 503], false, {
      400: {
        meaning: 'There is a parameter in the address, or `Last-Event-ID` is none',
        examples: { 'no event': 'Last-Event-ID must be the id of an event of this job' },
      },
    }),
  },
})
