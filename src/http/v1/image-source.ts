/** Exactly one picture per request. */
import { AppError } from '../../errors.js'
import type { ImageSource } from '../../service/process-image.js'
import type { SpooledFile } from '../body/spool.js'
import type { Form } from '../form.js'

export function fileOrUrl(form: Form, url: string | undefined): ImageSource {
  const file = fileIn(form)
  if (file && url) throw new AppError('invalid_request', 'Give either image_file or image_url, not both')
  if (file) return { file: file.path, parameter: 'image_file' }
  if (url) return { url, parameter: 'image_url' }
  throw new AppError('invalid_request', 'No image given: send image_file (multipart/form-data) or image_url')
}

/** For routes that take no address. */
export function fileOnly(form: Form): ImageSource {
  const file = fileIn(form)
  if (file) return { file: file.path, parameter: 'image_file' }
  throw new AppError('invalid_request', 'No image given: send image_file, in multipart/form-data')
}

function fileIn(form: Form): SpooledFile | undefined {
  if (form.fields.has('image_file')) {
    throw new AppError('invalid_request', 'image_file must be a file, in multipart/form-data')
  }
  return form.files.get('image_file')
}
