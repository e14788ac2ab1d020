/** How /v1 reads what a job wants, and answers its images: as its image routes would. */
import type { PricedOperation } from '../../../catalog/prices.js'
import type { Tariff } from '../../../service/images/tariff.js'
import type { ItemTask, JobDialect } from '../../../service/jobs/dialect.js'
import { toAppError } from '../../dialect.js'
import type { Form } from '../../form.js'
import type { HttpParts } from '../../parts.js'
import { messageOf, v1Errors } from '../errors.js'
import { idPhotoOperation } from '../id-photo.js'
import { answerOf, type ImageTask, type OperationParts, readTask } from '../image-route.js'
import { portraitStyleOperation } from '../portrait-style.js'
import { removeOperation } from '../remove.js'
import { describeResult } from './state.js'

type ReadForm = (operation: PricedOperation, form: Pick<Form, 'fields' | 'malformed'>, tariff: Tariff) => ItemTask

/** In the place of each image, which is not a parameter of the job. */
const IMAGE = { path: 'an image of the job', bytes: 1 }

/** Fields → what is to be done with each image. */
export function formReader(parts: OperationParts): ReadForm {
  const remove = removeOperation(parts)
  const idPhoto = idPhotoOperation(parts)
  const portraitStyle = portraitStyleOperation(parts)
  const readers: Record<PricedOperation, (form: Form, tariff: Tariff) => ImageTask> = {
    remove: (form, tariff) => readTask(remove, form, tariff),
    'id-photo': (form, tariff) => readTask(idPhoto, form, tariff),
    'portrait-style': (form, tariff) => readTask(portraitStyle, form, tariff),
  }
  return (operation, { fields, malformed }, tariff) => {
    const form = { fields, malformed, files: new Map([['image_file', IMAGE]]), lists: new Map() }
    const { offer, background } = readers[operation](form, tariff)
    return { offer, ...(background && { background }) }
  }
}

export function createJobDialect(parts: OperationParts & Pick<HttpParts, 'addresses'>): JobDialect {
  const read = formReader(parts)
  return {
    readTask: (operation, fields, tariff) =>
      read(operation, { fields: new Map(Object.entries(fields)), malformed: new Set() }, tariff),
    answer: (image) => describeResult(answerOf(parts, image)),
    understand: toAppError,
    describe: (error, reference) => ({ code: v1Errors[error.kind][1], message: messageOf(error, reference) }),
  }
}
