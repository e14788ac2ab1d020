/** The body of POST /v1/jobs: an operation, which images, and the operation's own parameters. */
import { AppError } from '../../../base/errors.js'
import { JOB_OPERATIONS, type JobOperation } from '../../../catalog/job-operations.js'
import { webAddress } from '../../../parameters/sources.js'
import { choice } from '../../../parameters/words.js'
import { requestedUrl } from '../../../service/images/safe-fetch.js'
import type { JobRequest } from '../../../service/jobs/jobs.js'
import type { FieldLimits } from '../../body/limits.js'
import { isGiven, requiredField } from '../../fields.js'
import type { Form } from '../../form.js'
import { LONGEST_URL } from '../common-fields.js'
import { readParameters } from '../parameters.js'

export const MOST_URLS = 1000
/** A thousand addresses of a thousand characters, in one field or in many. */
export const JOB_FIELDS: FieldLimits = { bytes: 2 ** 20, count: MOST_URLS + 100 }

const OWN = ['operation', 'image_file', 'image_url', 'image_urls']

export const operation = choice(
  Object.fromEntries(Object.keys(JOB_OPERATIONS).map((name) => [name, name])) as Record<JobOperation, JobOperation>,
)
export const imageUrl = webAddress(LONGEST_URL)

export const operationIn = (form: Form): JobOperation =>
  readParameters({ operation: requiredField(operation, 'What is done with each image.') }, form).operation

/** Only what belongs to the operation. That there is a background file is kept among the fields. */
export function parametersIn(form: Form): Pick<Form, 'fields' | 'malformed'> {
  const { fields, malformed, files } = form
  if (isGiven('bg_image_file', form) && !files.has('image_file')) {
    const message = 'bg_image_file goes with image_file; with addresses, give bg_image_url'
    throw new AppError('invalid_request', message, { parameter: 'bg_image_file' })
  }
  if (isGiven('image_file_b64', form)) {
    const message = 'image_file_b64 is not a parameter of jobs; send the image as image_file (multipart/form-data)'
    throw new AppError('invalid_request', message, { parameter: 'image_file_b64' })
  }
  const isOwn = (name: string): boolean => OWN.includes(name)
  return {
    fields: new Map([
      ...[...fields].filter(([name]) => !isOwn(name)),
      ...(files.has('bg_image_file') ? [['bg_image_file', 'uploaded'] as const] : []),
    ]),
    malformed: new Set([...malformed].filter((name) => !isOwn(name))),
  }
}

/** Exactly one of a file, an address, and a list of addresses. */
export function imagesIn(form: Form): JobRequest<unknown>['images'] {
  const file = form.files.get('image_file')
  const url = form.fields.get('image_url')
  const urls = addressesIn(form)
  const given = [file && 'image_file', url !== undefined && 'image_url', urls && 'image_urls'].filter(Boolean)
  if (given.length > 1) throw new AppError('invalid_request', `Give only one of ${given.join(' and ')}`)
  if (file) {
    const background = form.files.get('bg_image_file')?.path
    return { file: file.path, ...(background !== undefined && { background }) }
  }
  if (url !== undefined) return { urls: [addressIn(url, 'image_url')] }
  if (urls) return { urls }
  throw new AppError(
    'invalid_request',
    'No image given: send image_file (multipart/form-data), image_url, or image_urls with up to 1000 addresses',
  )
}

/** What every download of it would be refused for is refused now. */
function addressIn(text: string, name: string): string {
  requestedUrl(imageUrl.read(text, name), name)
  return text
}

/** An array, a repeated field, or a text with an address in each line. */
function addressesIn({ lists, malformed }: Form): string[] | undefined {
  if (malformed.has('image_urls')) throw wrongList('image_urls must be a list of addresses, each of them a text')
  if (malformed.has('image_url')) throw wrongList('image_url must be one address; image_urls takes a list')
  const given = lists.get('image_urls')
  const urls = given?.flatMap((text) => text.split(/\s*\n\s*/)).map((text) => text.trim())
  const addresses = urls?.filter((text) => text !== '')
  if (!addresses || addresses.length === 0) {
    if (given) throw wrongList(`image_urls is empty; it takes 1 to ${MOST_URLS} addresses`)
    return undefined
  }
  if (addresses.length > MOST_URLS) {
    throw wrongList(`image_urls has ${addresses.length} addresses; a job takes at most ${MOST_URLS}: send several jobs`)
  }
  return addresses.map((text, index) => addressIn(text, `image_urls, address ${index + 1},`))
}

const wrongList = (message: string): AppError => new AppError('invalid_request', message, { parameter: 'image_urls' })
