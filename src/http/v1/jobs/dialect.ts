/** How /v1 reads what a job wants, and answers its images: as its image routes would. */
import { AppError } from '../../../base/errors.js'
import type { JobOperation } from '../../../catalog/job-operations.js'
import { requestedUrl } from '../../../service/images/safe-fetch.js'
import type { Tariff } from '../../../service/images/tariff.js'
import type { ItemTask, JobDialect } from '../../../service/jobs/dialect.js'
import { readOrder } from '../../compat/cutout.js'
import { toAppError } from '../../dialect.js'
import type { Form } from '../../form.js'
import type { HttpParts } from '../../parts.js'
import { messageOf, v1Errors } from '../errors.js'
import { idPhotoOperation } from '../id-photo.js'
import { answerOf, type ImageTask, type OperationParts, readTask } from '../image-route.js'
import { portraitStyleOperation } from '../portrait-style.js'
import { removeOperation } from '../remove.js'
import { describePicture, describeResult } from './state.js'

type ReadForm = (operation: JobOperation, form: Pick<Form, 'fields' | 'malformed'>, tariff: Tariff) => ItemTask

/** In the place of each image, and of a background that was uploaded with it: the parameters are all that is read. */
const IMAGE = { path: 'an image of the job', bytes: 1 }
const BACKGROUND = { path: 'its background', bytes: 1 }

/** Fields → what is to be done with each image. */
export function formReader(parts: OperationParts): ReadForm {
  // A misspelt parameter would spoil a thousand images.
  const remove = { ...removeOperation(parts), strict: true }
  const idPhoto = idPhotoOperation(parts)
  const portraitStyle = portraitStyleOperation(parts)
  const readers: Record<JobOperation, (form: Form, tariff: Tariff) => ItemTask> = {
    remove: (form, tariff) => withOneOffer(readTask(remove, form, tariff)),
    'id-photo': (form, tariff) => withOneOffer(readTask(idPhoto, form, tariff)),
    'portrait-style': (form, tariff) => withOneOffer(readTask(portraitStyle, form, tariff)),
    cutout: (form, tariff) => readOrder(form, parts.networks, tariff),
  }
  return (operation, { fields, malformed }, tariff) => {
    const { bg_image_file: uploaded, ...texts } = Object.fromEntries(fields)
    if (uploaded !== undefined && !WITH_BACKGROUND.includes(operation)) throw noBackground(operation)
    const files = new Map([['image_file', IMAGE]])
    if (uploaded !== undefined) files.set('bg_image_file', BACKGROUND)
    const form = { fields: new Map(Object.entries(texts)), malformed, files, lists: new Map() }
    const { offers, background } = readers[operation](form, tariff)
    if (background && 'url' in background) requestedUrl(background.url, background.parameter)
    return { offers, ...(background && { background }) }
  }
}

const withOneOffer = ({ offer, ...task }: ImageTask) => ({ ...task, offers: [offer] as const })

const WITH_BACKGROUND: readonly JobOperation[] = ['remove', 'cutout']

const noBackground = (operation: JobOperation): AppError =>
  new AppError('invalid_request', `bg_image_file is not a parameter of ${operation}`, { parameter: 'bg_image_file' })

export function createJobDialect(parts: OperationParts & Pick<HttpParts, 'addresses'>): JobDialect {
  const read = formReader(parts)
  return {
    readTask: (operation, fields, tariff) =>
      read(operation, { fields: new Map(Object.entries(fields)), malformed: new Set() }, tariff),
    answer: (operation, image) => ({
      ...describeResult(answerOf(parts, image)),
      ...(operation === 'cutout' && describePicture(image.outcome)),
    }),
    understand: toAppError,
    describe: (error, reference) => ({ code: v1Errors[error.kind][1], message: messageOf(error, reference) }),
  }
}
