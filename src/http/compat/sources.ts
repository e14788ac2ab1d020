/** Where the pictures of a request come from: exactly one photo, at most one background. */
import type { ImageSource } from '../../service/process-image.js'
import { type BackgroundColour, parseBackgroundColour } from './colours.js'
import type { ParameterReader } from './reader.js'
import { webAddress } from './values.js'

export type BackgroundSource =
  | { readonly colour: BackgroundColour }
  | { readonly url: string }
  | { readonly file: string }

const BASE64_RULE = 'Use base64, with or without a data:...;base64, prefix'

const PHOTO_PARAMETERS = ['image_file', 'image_file_b64', 'image_url']
const BACKGROUND_PARAMETERS = ['bg_color', 'bg_image_url', 'bg_image_file']

/** If undefined, a problem was noted. */
export function readPhotoSource(reader: ParameterReader): ImageSource | undefined {
  const given = PHOTO_PARAMETERS.filter((name) => reader.isGiven(name))
  if (given.length === 0) {
    reader.problems.push({ title: 'No image given', detail: 'Send one of image_file, image_file_b64 and image_url.' })
  }
  if (given.length > 1) {
    reader.problems.push({ title: 'Multiple image sources given', detail: `Send only one of ${given.join(', ')}.` })
  }
  const file = reader.file('image_file')
  const decoded = reader.decodedFile('image_file_b64', BASE64_RULE)
  const url = reader.value('image_url', webAddress)
  if (file !== undefined) return { file, parameter: 'image_file' }
  if (decoded !== undefined) return { file: decoded, parameter: 'image_file_b64' }
  return url === undefined ? undefined : { url, parameter: 'image_url' }
}

/** `transparent` counts as not given, so it may stand beside another background. */
export function readBackgroundSource(reader: ParameterReader): BackgroundSource | undefined {
  const noted = reader.problems.length
  const colour = reader.value('bg_color', parseBackgroundColour)
  const isTransparent = colour === undefined && reader.problems.length === noted
  const given = BACKGROUND_PARAMETERS.filter((name) => reader.isGiven(name) && !(name === 'bg_color' && isTransparent))
  if (given.length > 1) {
    const detail = `Send only one of ${given.join(', ')}.`
    reader.problems.splice(noted, 0, { title: 'Multiple background sources given', detail })
  }
  const url = reader.value('bg_image_url', webAddress)
  const file = reader.file('bg_image_file')
  if (colour) return { colour }
  if (url !== undefined) return { url }
  return file === undefined ? undefined : { file }
}
