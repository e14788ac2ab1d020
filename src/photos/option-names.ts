/** Callers spell options in their own ways, and messages use the caller's spelling. */
import type { Reader } from '../parameters/reader.js'

/** `backgroundImage` in the library, `--bg-image` on the command line. */
export type NameOf<Option extends string> = (option: Option) => string

/** Undefined stays undefined. */
export const readOption = <T>(reader: Reader<T>, given: unknown, name: string): T | undefined =>
  given === undefined ? undefined : reader.read(given, name)
