/**
 * A store cannot do its work for a reason that has nothing to do with the request: its disk is full, its folder cannot
 * be written to, somebody else holds its lock, its file is damaged. Stores throw it, so that the operator is told once
 * per incident instead of once per request.
 */
export type TroubleKind = 'full' | 'read-only' | 'locked' | 'damaged'

export class StoreTrouble extends Error {
  override readonly name = 'StoreTrouble'

  constructor(
    readonly kind: TroubleKind,
    message: string,
    cause: unknown,
  ) {
    super(message, { cause })
  }
}

/** The trouble that an error comes from, if it comes from one. */
export function troubleBehind(error: unknown): StoreTrouble | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof StoreTrouble) return cause
  return undefined
}
