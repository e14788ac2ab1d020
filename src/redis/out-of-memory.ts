/** Redis has reached `maxmemory`, and has nothing that it may evict. */
export const isOutOfMemory = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('OOM ')
