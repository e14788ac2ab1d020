/** How large a request may be: everything except the pictures is small, and counted while it arrives. */
import { AppError } from '../../base/errors.js'

export interface FieldLimits {
  /** All fields of a request together, names and punctuation included. */
  readonly bytes: number
  /** Fields and files, whatever the encoding. */
  readonly count: number
}

export const USUAL_FIELDS: FieldLimits = { bytes: 64 * 1024, count: 100 }

const SMALLEST_BODY_LIMIT = 1024 * 1024

/** Room for a picture as base64 (4/3 of it, somewhat more with wrapped lines or escapes) and a background beside it. */
export const bodyLimitFor = (uploadBytes: number): number => Math.max(SMALLEST_BODY_LIMIT, Math.ceil(uploadBytes * 2.5))

export const bodyTooLarge = (limit: number): AppError =>
  new AppError('file_too_large', `The request body is larger than ${limit} bytes`)

export const fieldsTooLarge = ({ bytes }: FieldLimits): AppError =>
  new AppError('file_too_large', `The fields of the request are larger than ${bytes} bytes`)

export const fileTooLarge = (parameter: string, maxBytes: number): AppError =>
  new AppError('file_too_large', `${parameter}: the file is larger than ${maxBytes} bytes`, { parameter })

/** Counts to the limit, then throws. */
export class FieldCount {
  private count = 0

  constructor(private readonly limits: FieldLimits) {}

  add(): void {
    const { count } = this.limits
    this.count += 1
    if (this.count > count) throw new AppError('invalid_request', `The body has more than ${count} fields`)
  }
}
