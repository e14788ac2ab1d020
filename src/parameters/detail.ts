/** How closely, and by which network, the subject is looked for. */
import { nearestName } from '../catalog/nearest-name.js'
import { QUALITIES } from '../catalog/qualities.js'
import { type Reader, reader } from './reader.js'

/** `networks`: the names of those that the operator has added. Types take any text: every installation has others. */
export function detailOf(networks: readonly string[]): Reader<string> {
  const words = [...QUALITIES, ...networks]
  return reader(
    `one of ${words.join(', ')}`,
    (text, refuse) => words.find((word) => word === text.toLowerCase()) ?? refuse(adviceFor(text, words)),
    {
      anyOf: [
        { type: 'string', enum: [...QUALITIES] },
        { type: 'string', maxLength: LONGEST },
      ],
    },
  )
}

const LONGEST = 64

function adviceFor(text: string, words: readonly string[]): string | undefined {
  const meant = text.length > LONGEST ? undefined : nearestName(text, words)
  return meant && `Did you mean ${meant}?`
}
