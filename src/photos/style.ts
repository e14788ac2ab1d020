/** Options of a portrait style → the job. */
import { PORTRAIT_STYLE, type PortraitStyleOrder } from '../imaging/job.js'
import { isMissing } from '../parameters/reader.js'
import { prompt as promptReader, strength, styleById } from '../parameters/style.js'
import { oneOf } from '../parameters/words.js'
import { type NameOf, readOption } from './option-names.js'
import { STYLE_FORMATS, type StyleOptions } from './options.js'

/** What a prompt that names no style is painted in. */
const DEFAULT_STYLE = 'oil-painting'

export function styleJob(options: StyleOptions, nameOf: NameOf<keyof StyleOptions>): PortraitStyleOrder {
  const style = styleById()
  if (options.style === undefined && options.prompt === undefined) throw isMissing(nameOf('style'), style.allowed)
  const prompt = readOption(promptReader, options.prompt || undefined, nameOf('prompt'))
  return {
    kind: 'portrait-style',
    style: style.read(options.style ?? DEFAULT_STYLE, nameOf('style')),
    strength: strength.read(options.strength ?? 100, nameOf('strength')),
    maxSide: PORTRAIT_STYLE.maxSide,
    format: readOption(oneOf(STYLE_FORMATS), options.format, nameOf('format')) ?? 'jpg',
    ...(prompt && { prompt }),
  }
}
