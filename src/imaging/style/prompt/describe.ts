/** What was made of a prompt, in one line of ASCII: it goes into a header, other letters percent-encoded. */
import type { StyleParts } from '../../job.js'
import type { Understood } from './understand.js'

/** Which presets a prompt is painted with. */
export interface Choice {
  readonly parts: StyleParts
  /** How the style was found, if it was not named. */
  readonly origin?: 'as chosen' | `by meaning, ${string}`
  /** Former styles that were asked for and that `parts` stand in for. */
  readonly replaced: readonly string[]
}

const MAX_NAMES = 8
const MAX_LENGTH = 900

export function describeStyle({ parts, origin, replaced }: Choice): string {
  const names = parts.flatMap((part) => (part ? [part] : []))
  const style = names.map(({ style: id, weight }) => (names.length > 1 ? `${id} ${weight.toFixed(2)}` : id)).join(' + ')
  const notes = [origin ?? [], replaced.length > 0 ? `in place of ${replaced.join(' and ')}` : []].flat()
  return `style=${style}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

export function describeChoice(choice: Choice, understood: Understood): string {
  const { colours, looks, background, line, texture, unwanted, unknown } = understood
  // A prompt that the sentence network placed was understood as a whole, with where it is set.
  const isWhole = choice.origin?.startsWith('by meaning') ?? false
  const things = understood.things.filter(({ isPlace }) => !(isWhole && isPlace))
  const facts = [describeStyle(choice)]
  const fact = (name: string, values: readonly string[]): void => {
    if (values.length > 0) facts.push(`${name}=${values.slice(0, MAX_NAMES).join(', ')}`)
  }
  const namesOf = (wishes: readonly { readonly name: string }[]) => [...new Set(wishes.map(({ name }) => name))]
  const inks = colours.map(({ name, hex }) => `${name} ${hex}`)
  fact('colours', inks)
  fact('light', namesOf(looks))
  fact('background', background ? [background.name] : [])
  fact('line', line === undefined ? [] : [line === 0 ? 'none' : line.toFixed(1)])
  fact('texture', texture ? [texture] : [])
  fact('without', unwanted)
  fact('not added', namesOf(things.filter(({ unwanted }) => !unwanted)))
  fact('not removed', namesOf(things.filter(({ unwanted }) => unwanted)))
  if (!isWhole) fact('not understood', unknown)
  return asAscii(facts.join('; '))
}

/** As much as there is room for, in whole characters. */
function asAscii(text: string): string {
  let line = ''
  for (const character of text) {
    const written = /[\x20-\x7e]/.test(character) ? character : encodeURIComponent(character)
    if (line.length + written.length > MAX_LENGTH) break
    line += written
  }
  return line
}
