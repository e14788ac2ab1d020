/** Where pictures come from: a file, a file as text, or an address. */
import { notAllowed, type Reader, reader } from './reader.js'

/** Files come beside the texts of a form, so a text is always wrong; it is not quoted, because it may be a picture. */
export const file: Reader<string> = {
  allowed: 'a file, in multipart/form-data',
  schema: { type: 'string', format: 'binary' },
  read: (_text, name) => {
    throw notAllowed(name, file.allowed)
  },
}

/** Decoded while it arrives; a text that is left could not be decoded. */
export const base64File: Reader<string> = reader('base64, with or without a data:...;base64, prefix', (_text, refuse) =>
  refuse(),
)

/** `http:host` would parse, too, but is not an absolute address. */
const ADDRESS = '^[hH][tT][tT][pP][sS]?://[^\\s/]'

export const webAddress = (maxLength = Number.POSITIVE_INFINITY): Reader<string> =>
  reader(
    'an absolute http or https URL',
    (text, refuse) =>
      text.length <= maxLength && new RegExp(ADDRESS).test(text) && URL.canParse(text) ? text : refuse(),
    { type: 'string', pattern: ADDRESS, ...(Number.isFinite(maxLength) && { maxLength }) },
  )
