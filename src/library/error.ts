/** Errors of the library: one class, with a code for programs and a message for people. */

export const ERROR_CODES = {
  /** `option` names it. */
  invalid_option: 'An option cannot be used',
  unreadable_photo: 'The photo cannot be read',
  /** Damaged, of another type or too large; or not suitable for an ID photo, and `reason` says why. */
  invalid_image: 'The photo cannot be used',
  no_foreground: 'Nothing in the photo stands out from its background',
  networks_unavailable: 'The networks could not be fetched',
  workers_failed: 'The workers could not start, or were killed',
  no_space: 'The disk is full, or its folder cannot be written to',
  closed: 'This Silhouette is closed',
  failed: 'The job failed, or exceeded its time limit',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

export interface ErrorFacts {
  readonly option?: string | undefined
  readonly reason?: string | undefined
  readonly cause?: unknown
}

export class SilhouetteError extends Error {
  override readonly name = 'SilhouetteError'
  /** The option at fault, where there is one. */
  readonly option: string | undefined
  /** Finer than the code, such as `no_face` or `several_faces`. */
  readonly reason: string | undefined

  constructor(
    readonly code: ErrorCode,
    message: string = ERROR_CODES[code],
    { option, reason, cause }: ErrorFacts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.option = option
    this.reason = reason
  }
}
