/** SQLite's word for "somebody else has the lock"; its special cases carry further bits above the first eight. */
const SQLITE_BUSY = 5

export const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY
