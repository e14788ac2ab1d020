/** The client of the API, for Node and browsers; packed as @silhouette-image/client (clients/typescript). */
export { Silhouette, type SilhouetteOptions } from './client.js'
export { type ErrorCode, SilhouetteError } from './error.js'
export type { JobFilter, Jobs, Waiting } from './jobs.js'
export type { KeptResult, KeptResultPage, KeptResults, ResultFilter } from './kept-results.js'
export type { Picture } from './multipart.js'
export type {
  CutoutParameters,
  IdPhotoParameters,
  JobOperation,
  JobParameters,
  RemoveParameters,
  StyleParameters,
} from './parameters.js'
export type {
  Account,
  CutoutResult,
  IdPhotoFormat,
  IdPhotoFormats,
  IdPhotoResult,
  ImageResult,
  Job,
  JobItem,
  JobSummary,
  NewJob,
  Preset,
  Presets,
  Rate,
  RemoveResult,
  Style,
  StyleResult,
  Usage,
  UsageRange,
} from './results.js'
export type { CallOptions, ImageCallOptions, OnUpload } from './transport.js'
export { type Verification, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhook.js'
