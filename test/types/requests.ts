/**
 * Checked by the compiler alone (`npm run check`): the types that are drawn from the API document take what the server
 * takes. A line after `@ts-expect-error` that compiles is an error.
 */
import type { components, operations } from '../../src/client/api-types.js'
import type { JobFilter, JobParameters, ResultFilter } from '../../src/client/index.js'

type Schemas = components['schemas']

const image_file = new Blob([])
const image_url = 'https://example.com/photo.jpg'

export const accepted = {
  remove: [
    { image_file },
    { image_url, size: 'full', format: 'png', bg_color: '#12ABef' },
    { image_file, size: 'auto', bg_color: 'White' },
  ] satisfies Schemas['RemoveForm'][],
  removeByUrl: [{ image_url, bg_color: 'transparent' }] satisfies Schemas['RemoveByUrl'][],
  cutout: [
    { image_file, size: '50MP', format: 'zip', channels: 'alpha', type: 'car_interior', type_level: 'latest' },
    { image_file_b64: 'AAAA', crop: '1', crop_margin: '10% 5px', scale: '33.3%', position: '0% 100%', roi: '0 0 9 9' },
    { image_url, bg_color: 'rebeccapurple' },
    { image_url, bg_color: '#81d4fa77' },
    { image_url, bg_color: 'transparent', bg_image_file: image_file },
    { image_url, bg_image_url: image_url },
  ] satisfies Schemas['CutoutForm'][],
  cutoutInJson: [
    { image_url, crop: true, crop_margin: 10, type_level: 2 },
    { image_file_b64: 'AAAA', crop: 0 },
  ] satisfies Schemas['CutoutRequest'][],
  idPhoto: [
    { image_file, spec: 'us_passport', bg_color: '#fff', sheet: 'a4', preview: '1' },
    { image_file, spec: 'US_PASSPORT' },
    { image_file, spec: 'schengen_visa', dpi: 600, purpose: 'print' },
    { image_file, sheet: '100x150mm', sheet_photos: 'us_passport:2,1inch:4', sheet_format: 'pdf' },
    { image_file, spec: 'a_format_of_a_later_version' },
    { image_file, width_mm: 35, height_mm: 45, dpi: 600, head_min: 60, head_max: 70 },
    { image_file, width_px: 400, height_px: 500, max_kb: 100 },
  ] satisfies Schemas['IdPhotoForm'][],
  style: [
    { image_file, style: 'watercolour', strength: 80, format: 'jpg' },
    { image_file, style: 'Ink-Sketch', prompt: 'warmer', strength: '80', preview: 'true' },
  ] satisfies Schemas['PortraitStyleForm'][],
}

export const jobs = {
  remove: [
    { image_file: new Uint8Array(), size: 'full', crop: true },
    { image_urls: [image_url], preset: 'amazon', bg_image_url: image_url },
  ] satisfies JobParameters<'remove'>[],
  idPhoto: [
    { image_url, spec: 'us_passport', preview: true },
    { image_urls: [image_url], width_mm: 35, height_mm: 45 },
  ] satisfies JobParameters<'id-photo'>[],
  style: [{ image_url, style: 'watercolour', strength: 80 }] satisfies JobParameters<'portrait-style'>[],
}

export const jobFilters = [{}, { limit: 10, before: '1.a' }] satisfies JobFilter[]

export const filters = [{}, { operation: 'cutout', limit: 10, before: '1.a' }] satisfies ResultFilter[]

export const refused = [
  // @ts-expect-error: no image
  {} satisfies Schemas['RemoveForm'],
  // @ts-expect-error: two images
  { image_file, image_url } satisfies Schemas['RemoveForm'],
  // @ts-expect-error: no such size
  { image_file, size: 'nonsense' } satisfies Schemas['RemoveForm'],
  // @ts-expect-error: no such parameter
  { image_file, sise: 'full' } satisfies Schemas['RemoveForm'],
  // @ts-expect-error: a file is for multipart only
  { image_file } satisfies Schemas['RemoveByUrl'],
  // @ts-expect-error: no image
  {} satisfies Schemas['CutoutForm'],
  // @ts-expect-error: no such size
  { image_file, size: 'nonsense' } satisfies Schemas['CutoutForm'],
  // @ts-expect-error: no such format
  { image_file, format: 'jpeg' } satisfies Schemas['CutoutForm'],
  // @ts-expect-error: no such channels
  { image_file, channels: 'rgb' } satisfies Schemas['CutoutForm'],
  // @ts-expect-error: two images
  { image_file, image_file_b64: 'AAAA' } satisfies Schemas['CutoutForm'],
  // @ts-expect-error: two backgrounds
  { image_file, bg_image_url: image_url, bg_image_file: image_file } satisfies Schemas['CutoutForm'],
  // @ts-expect-error: a file is for multipart only
  { image_file: 'AAAA' } satisfies Schemas['CutoutRequest'],
  // @ts-expect-error: no image
  { spec: '1inch' } satisfies Schemas['IdPhotoForm'],
  // @ts-expect-error: neither a format nor a size
  { image_file } satisfies Schemas['IdPhotoForm'],
  // @ts-expect-error: half a size
  { image_file, width_mm: 35 } satisfies Schemas['IdPhotoForm'],
  // @ts-expect-error: a format and a size
  { image_file, spec: '1inch', width_mm: 35, height_mm: 45 } satisfies Schemas['IdPhotoForm'],
  // @ts-expect-error: no such file
  { image_file, spec: '1inch', sheet: 'a4', sheet_format: 'png' } satisfies Schemas['IdPhotoForm'],
  // @ts-expect-error: no image
  { size: 'full' } satisfies JobParameters<'remove'>,
  // @ts-expect-error: an address and a list
  { image_url, image_urls: [image_url] } satisfies JobParameters<'remove'>,
  // @ts-expect-error: a background by its address only
  { image_url, bg_image_file: image_file } satisfies JobParameters<'remove'>,
  // @ts-expect-error: of another operation
  { image_url, style: 'watercolour' } satisfies JobParameters<'remove'>,
  // @ts-expect-error: neither a format nor a size
  { image_url } satisfies JobParameters<'id-photo'>,
  // @ts-expect-error: no such operation
  { operation: 'everything' } satisfies ResultFilter,
  // @ts-expect-error: a filter that the server would refuse
  { opration: 'remove' } satisfies ResultFilter,
  // @ts-expect-error: all, or nothing
  {} satisfies operations['deleteResults']['parameters']['query'],
  // @ts-expect-error: no style
  { image_file } satisfies Schemas['PortraitStyleForm'],
]

/** Answers have types, too. */
export type Answers = [
  operations['removeBackground']['responses'][201]['content']['application/json']['url'],
  operations['cutout']['responses'][200]['headers']['X-Credits-Charged'],
  operations['listResults']['responses'][200]['content']['application/json']['results'][number]['expires_at'],
  operations['deleteResults']['responses'][200]['content']['application/json']['deleted'],
  operations['getBalance']['responses'][200]['content']['application/json']['rate_limit']['account'],
  operations['getUsage']['responses'][200]['content']['application/json']['operations'][number]['credits'],
  operations['cutout']['responses'][200]['content']['application/json']['data']['result_b64'],
  Schemas['CompatProblems']['errors'][number]['code'],
]
