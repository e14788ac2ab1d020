/** Options of a portrait style → the job. */
import { nearestName } from '../catalog/nearest-name.js'
import { styleEntries } from '../catalog/styles.js'
import { PORTRAIT_STYLE, type PortraitStyleJob } from '../imaging/job.js'
import { isPromptTooLong } from '../imaging/style/prompt/length.js'
import { BadOption, type NameOf, oneOf } from './bad-option.js'
import { STYLE_FORMATS, type StyleOptions } from './options.js'

const DEFAULT_STYLE = 'oil-painting'

type Name = NameOf<keyof StyleOptions>

export const styleIds = (): string[] => styleEntries().map(({ id }) => id)

export function styleJob(options: StyleOptions, nameOf: Name): PortraitStyleJob {
  const prompt = promptIn(options, nameOf('prompt'))
  return {
    kind: 'portrait-style',
    style: styleIn(options, prompt, nameOf('style')),
    strength: strengthIn(options, nameOf('strength')),
    maxSide: PORTRAIT_STYLE.maxSide,
    format: oneOf(STYLE_FORMATS, options.format, nameOf('format')) ?? 'jpg',
    ...(prompt && { prompt }),
  }
}

function promptIn({ prompt }: StyleOptions, name: string): string | undefined {
  if (prompt !== undefined && isPromptTooLong(prompt)) {
    throw new BadOption(`${name} may have at most ${PORTRAIT_STYLE.promptLength} characters`, name)
  }
  return prompt
}

function styleIn({ style }: StyleOptions, prompt: string | undefined, name: string): string {
  if (style === undefined && prompt === undefined) throw new BadOption(`${name} is missing`, name)
  const known = styleIds()
  const wanted = style ?? DEFAULT_STYLE
  if (known.includes(wanted)) return wanted
  const nearest = nearestName(String(wanted), known)
  const advice = nearest === undefined ? `Choose one of: ${known.join(', ')}` : `Did you mean ${nearest}?`
  throw new BadOption(`${name} '${wanted}' is not known. ${advice}`, name)
}

function strengthIn({ strength = 100 }: StyleOptions, name: string): number {
  if (Number.isInteger(strength) && strength >= 0 && strength <= 100) return strength
  throw new BadOption(`${name} must be a whole number from 0 to 100 (got '${strength}')`, name)
}
