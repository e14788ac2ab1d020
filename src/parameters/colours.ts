/** Values that are a colour. Each entry point takes a part of the same notation: some names, some lengths of digits. */
import { type Colour, parseHexColour } from '../catalog/colour.js'
import { idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { cssColours } from './css-colours.js'
import { type Reader, reader } from './reader.js'

export interface BackgroundColour extends Colour {
  /** 0..255 */
  alpha: number
}

interface Notation {
  /** Their digits; `TRANSPARENT` is no colour at all. */
  readonly names: Readonly<Record<string, string>>
  /** How many digits there may be. */
  readonly digits: readonly number[]
  readonly hash: '#' | '#?'
}

const TRANSPARENT = ''

/** Undefined for `transparent`. */
function colour(
  allowed: string,
  { names, digits, hash }: Notation,
  isDocumented = true,
): Reader<BackgroundColour | undefined> {
  const notations = [...Object.keys(names).map(anyCase), ...digits.map((count) => `${hash}[0-9a-fA-F]{${count}}`)]
  const pattern = `^(${notations.join('|')})$`
  const isColour = new RegExp(pattern)
  return reader(
    allowed,
    (text, refuse) => {
      if (!isColour.test(text)) return refuse()
      const name = text.toLowerCase()
      return parseHexColour(Object.hasOwn(names, name) ? names[name]! : name)
    },
    { type: 'string', ...(isDocumented && { pattern }) },
  )
}

/** JSON Schema has no flag for patterns in any case. */
const anyCase = (word: string): string =>
  word.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)

export const plainColour = colour('transparent, white or a colour as #RRGGBB', {
  names: { transparent: TRANSPARENT, white: 'ffffff' },
  digits: [6],
  hash: '#',
})

/** All that CSS names, with or without alpha: too many names for a pattern in the document. */
export const webColour = colour(
  '3, 4, 6 or 8 hexadecimal digits, a CSS colour name or transparent',
  { names: { ...cssColours, transparent: TRANSPARENT }, digits: [3, 4, 6, 8], hash: '#?' },
  false,
)

/** The backgrounds of ID photos. A function, because the catalogue is read on demand. */
export function idPhotoColour(): Reader<Colour> {
  const { colors: names } = idPhotoCatalog()
  const allowed = `one of ${Object.keys(names).join(', ')}, or a colour as #RRGGBB or #RGB, with or without the #`
  const opaque = colour(allowed, { names, digits: [6, 3], hash: '#?' })
  return {
    ...opaque,
    read: (given, name) => {
      const { r, g, b } = opaque.read(given, name)!
      return { r, g, b }
    },
  }
}
