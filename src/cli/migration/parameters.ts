/** The parameters that a client of remove.bg sends: what they cost here, and which of them do nothing. */
import { readFileSync, statSync } from 'node:fs'
import { backgroundFields, optionFields, photoFields } from '../../http/compat/fields.js'
import { type SizeTier, sizeTier } from '../../parameters/cutout.js'
import { flag } from '../../parameters/words.js'
import { UsageError } from '../command.js'

export type Parameters = ReadonlyMap<string, string>

const KNOWN = new Set([...Object.keys(optionFields([], '')), ...Object.keys(backgroundFields)])
const OF_PHOTOS = new Set(Object.keys(photoFields('')))

/** Of remove.bg; existing clients send them. */
const ACCEPTED = new Set(['shadow_type', 'shadow_opacity', 'add_shadow', 'semitransparency'])

/** `['size=auto', 'crop=true']`, as they are typed. */
export function readParameters(texts: readonly string[]): Parameters {
  const parameters = new Map<string, string>()
  for (const text of texts) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError(`--param must be NAME=VALUE, such as size=auto; got '${text}'`)
    }
    if (OF_PHOTOS.has(name)) throw new UsageError(`--param ${name}: name the photos after the options instead`)
    if (name === 'bg_image_file' && !isFile(value)) throw new UsageError(`--param ${text}: the file cannot be read`)
    parameters.set(name, value)
  }
  return parameters
}

const pathOf = (value: string): string => value.replace(/^@/, '')
const isFile = (value: string): boolean => statSync(pathOf(value), { throwIfNoEntry: false })?.isFile() ?? false

export const tierOf = (parameters: Parameters): SizeTier =>
  sizeTier.read(parameters.get('size') || 'preview', '--param size')

/** Whether the result shows the whole photo, so that its size is known beforehand. */
export const showsWholePhoto = (parameters: Parameters): boolean =>
  ['roi', 'crop', 'scale', 'position'].every((name) => !parameters.get(name))

/** One sentence for each that changes nothing. */
export function withoutEffect(parameters: Parameters): string[] {
  const crops = flag.read(parameters.get('crop') || 'false', '--param crop')
  const isMask = parameters.get('channels')?.toLowerCase() === 'alpha'
  return [...parameters].flatMap(([name, value]) => {
    if (ACCEPTED.has(name)) return [`${name}=${value} is accepted, and has no effect here`]
    if (!KNOWN.has(name)) return [`${name}=${value} is unknown here, and ignored`]
    if (name === 'crop_margin' && !crops) return [`${name}=${value} has no effect without crop=true`]
    return isMask && name in backgroundFields ? [`${name}=${value} has no effect with channels=alpha`] : []
  })
}

/** A picture behind the subject is a file of this machine. */
export function formFor(parameters: Parameters, photo: Uint8Array<ArrayBuffer>, fileName: string): FormData {
  const form = new FormData()
  for (const [name, value] of parameters) {
    if (name === 'bg_image_file') form.set(name, new Blob([readFileSync(pathOf(value))]), 'background')
    else form.set(name, value)
  }
  form.set('image_file', new Blob([photo]), fileName)
  return form
}
