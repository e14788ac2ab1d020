/** Parameters that several routes of /v1 have. */
import type { Config } from '../../config/config.js'
import { FILE_TYPES, namesOf } from '../../imaging/codec/file-type.js'
import { detailOf } from '../../parameters/detail.js'
import { file } from '../../parameters/sources.js'
import { flag } from '../../parameters/words.js'
import { field, requiredField } from '../fields.js'
import { limitsInWords } from '../limits-in-words.js'

export const LONGEST_URL = 4096

export function imageDescription(config: Config): string {
  const { file: size, pixels } = limitsInWords(config)
  return `The image: ${namesOf(FILE_TYPES)}, recognised by content; at most ${size}, 32 to 10000 px, under ${pixels}.`
}

export const imageFile = (config: Config) => requiredField(file, imageDescription(config))

export const detailField = (networks: readonly string[]) =>
  field(
    detailOf(networks),
    'How closely the network looks for the subject: `fast`, `balanced` or `best`, or the name of a network that the ' +
      'operator has added. Unless given, what the operator has chosen.',
  )

/** For operations that have a free preview. */
export const previewField = (description: string) =>
  field(
    flag,
    `\`1\`: free and watermarked (clean for unlimited accounts), at most 400 px on the longest side. ${description}`,
    '0',
  )
