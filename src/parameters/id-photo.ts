/** What can be asked of an ID photo. Functions, where the catalogue is needed: it is read on demand. */
import { aliasesOf, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { SHEET_NAMES, type SheetName } from '../catalog/print-sheets.js'
import { searchFormats } from '../catalog/search-formats.js'
import { copiesOn } from '../imaging/id-photo/sheet-layout.js'
import { CUSTOM_FIELDS, type CustomField, customFormat, sizesInWords } from './custom-size.js'
import { idOf } from './ids.js'
import { BadParameter, notAllowed, type Reader } from './reader.js'
import { oneOf } from './words.js'

const MOST_SUGGESTIONS = 5

export const FORMAT_ALLOWED = 'the id of a format, such as 1inch, 2inch, us_passport or cn_visa'

export function formatById(): Reader<IdPhotoSpec> {
  const { specs } = idPhotoCatalog()
  const ids = specs.map(({ id }) => id)
  return idOf(FORMAT_ALLOWED, ids, findSpec, (text) => {
    const found = searchFormats(
      specs.map((spec) => ({ ...spec, aliases: aliasesOf(spec) })),
      text,
    )
    return found.slice(0, MOST_SUGGESTIONS).map(({ id, name }) => `${id} (${name})`)
  })
}

type Given = Readonly<Partial<Record<CustomField, unknown>>> & { readonly spec?: IdPhotoSpec | undefined }

/** A format of the catalogue, or a size of the caller's own: exactly one of them. */
export function formatOf(given: Given, nameOf: (name: CustomField | 'spec') => string): IdPhotoSpec {
  const own = CUSTOM_FIELDS.find((field) => given[field] !== undefined)
  const spec = nameOf('spec')
  if (own === undefined) {
    if (given.spec) return given.spec
    const rule = `it must be ${FORMAT_ALLOWED}. A size of your own is ${sizesInWords(nameOf)}`
    throw new BadParameter(`${spec} is missing; ${rule}`, spec)
  }
  if (!given.spec) return customFormat(given, nameOf)
  const name = nameOf(own)
  throw new BadParameter(`Give either ${spec} or a size of your own, not both: ${name} is for the latter`, name)
}

export const sheet: Reader<SheetName> = oneOf(SHEET_NAMES)

export function refuseTooSmall(paper: SheetName, { width_mm, height_mm }: IdPhotoSpec, name: string): void {
  if (copiesOn(paper, { width_mm, height_mm }) > 0) return
  throw notAllowed(name, `one that a photo of ${width_mm} x ${height_mm} mm fits on; got '${paper}'`)
}
