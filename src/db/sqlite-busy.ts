/** SQLite's code for "another process holds the lock"; extended codes add bits above the lowest eight. */
const SQLITE_BUSY = 5

export const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY
