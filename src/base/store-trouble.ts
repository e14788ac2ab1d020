/**
 * A store cannot do its work for a reason that has nothing to do with the request: its disk is full, its folder is not
 * writable, another process holds its lock, its file is damaged; or, where it is a service of its own, it does not
 * answer or refuses us. The operator has to hear of it, once.
 */
export type TroubleKind = 'full' | 'read-only' | 'locked' | 'damaged' | 'unreachable' | 'refused'

/** `message` is for the operator: it names the file and, where that is not obvious, what to do. */
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

const OF_FILE_SYSTEM: Readonly<Record<string, TroubleKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
}

/** The trouble behind an error, if there is any. */
export function troubleBehind(error: unknown): StoreTrouble | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const trouble = cause instanceof StoreTrouble ? cause : ofFileSystem(cause)
    if (trouble) return trouble
  }
  return undefined
}

/** The same for this machine's own disk; what a store reports about itself does not count. */
export function diskTroubleBehind(error: unknown): StoreTrouble | undefined {
  const trouble = troubleBehind(error)
  return trouble?.cause instanceof Error && ofFileSystem(trouble.cause) ? trouble : undefined
}

function ofFileSystem(cause: NodeJS.ErrnoException): StoreTrouble | undefined {
  const { code = '', syscall, message } = cause
  const kind = OF_FILE_SYSTEM[code]
  return kind && syscall !== 'connect' ? new StoreTrouble(kind, message, cause) : undefined
}
