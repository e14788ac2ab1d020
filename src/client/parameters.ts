/** What the operations take: the fields of the API, with pictures and booleans as a caller writes them. */
import type { components } from './api-types.js'
import type { Picture } from './multipart.js'

type Schemas = components['schemas']

/** As a caller may write it: bytes for a file, true for `true`. */
type Value<V> = V extends Blob ? Picture : V extends 'true' ? V | boolean : V
type Parameters<Form> = Form extends unknown ? { [Name in keyof Form]: Value<Form[Name]> } : never

export type RemoveParameters = Parameters<Schemas['RemoveForm']>
export type CutoutParameters = Parameters<Schemas['CutoutForm']>
export type IdPhotoParameters = Parameters<Schemas['IdPhotoForm']>
export type StyleParameters = Parameters<Schemas['PortraitStyleForm']>

interface OperationParameters {
  readonly remove: RemoveParameters
  readonly 'id-photo': IdPhotoParameters
  readonly 'portrait-style': StyleParameters
  readonly cutout: CutoutParameters
}

export type JobOperation = keyof OperationParameters

/** What a job is about: an uploaded image, an address, or up to 1,000 of them. */
type JobImages =
  | {
      readonly image_file: Picture
      /** Of `remove` and `cutout`. */
      readonly bg_image_file?: Picture
      readonly image_url?: never
      readonly image_urls?: never
    }
  | { readonly image_url: string; readonly image_file?: never; readonly image_urls?: never }
  | { readonly image_urls: readonly string[]; readonly image_file?: never; readonly image_url?: never }

/** One by one, because `Omit` forgets what cannot go together. */
type WithoutImages<Form> = Form extends unknown
  ? Omit<Form, 'image_file' | 'image_file_b64' | 'image_url' | 'bg_image_file'>
  : never

/** Those of the operation; they apply to every image. */
export type JobParameters<Operation extends JobOperation = JobOperation> = JobImages &
  WithoutImages<OperationParameters[Operation]>
