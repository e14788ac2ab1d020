/** The client of the API, for Node and browsers; packed as @silhouette-image/client (clients/typescript). */
export {
  type CutoutParameters,
  type IdPhotoParameters,
  type ImageCallOptions,
  type RemoveParameters,
  Silhouette,
  type SilhouetteOptions,
  type StyleParameters,
} from './client.js'
export { type ErrorCode, SilhouetteError } from './error.js'
export type { KeptResult, KeptResultPage, KeptResults, ResultFilter } from './kept-results.js'
export type { Picture } from './multipart.js'
export type {
  Account,
  CutoutResult,
  IdPhotoFormat,
  IdPhotoFormats,
  IdPhotoResult,
  ImageResult,
  Preset,
  Presets,
  Rate,
  RemoveResult,
  Style,
  StyleResult,
  Usage,
  UsageRange,
} from './results.js'
export type { CallOptions, OnUpload } from './transport.js'
export { type Verification, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhook.js'
