/** What can be asked of a portrait style. */
import { formerStyleIds } from '../catalog/former-styles.js'
import { nearestName } from '../catalog/nearest-name.js'
import { styleEntries } from '../catalog/styles.js'
import { idOf } from './ids.js'
import { numberWithin } from './numbers.js'
import { type Reader, reader } from './reader.js'
import { PROMPT_LENGTH, STRENGTH } from './style-bounds.js'

export const styleIds = (): string[] => styleEntries().map(({ id }) => id)

/** Former ids are taken but not offered. A function, because the catalogue is read on demand. */
export function styleById(): Reader<string> {
  const ids = styleIds()
  const taken = new Set([...ids, ...formerStyleIds()])
  const find = (text: string): string | undefined => {
    const id = text.toLowerCase()
    return taken.has(id) ? id : undefined
  }
  return idOf('the id of a style, such as watercolour, ink-sketch or film-noir', ids, find, (text) => {
    const nearest = nearestName(text, ids)
    return nearest === undefined ? [] : [nearest]
  })
}

/** As long as it is once it is normalised: one character may stand for up to 18 letters. */
export const prompt = reader(
  `a text of 1 to ${PROMPT_LENGTH} characters`,
  (text, refuse) => (text === '' || text.normalize('NFKC').length > PROMPT_LENGTH ? refuse() : text),
  { type: 'string', minLength: 1, maxLength: PROMPT_LENGTH },
)

const percentage = numberWithin({ ...STRENGTH, whole: true })

/** How much of the style lies over the photo. */
export const strength: Reader<number> = {
  ...percentage,
  schema: { anyOf: [percentage.schema, { type: 'string', pattern: '^(\\d{1,2}|100)$' }] },
}
