/**
 * Parameters that a vendor documents and this product does not have: the values that change nothing are accepted, since
 * clients send them, and all others refused, since the picture would not be what was asked for.
 */
import { type Reader, reader } from '../../parameters/reader.js'

/** `why` completes "…: here". */
export const withoutEffect = (harmless: readonly string[], why: string): Reader<string> =>
  reader(`${harmless.join(' or ')}, or left out: here ${why}`, (text, refuse) =>
    harmless.includes(text.toLowerCase()) ? text : refuse(),
  )
