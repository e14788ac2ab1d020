/** What a server makes of a photo, whichever way it was asked. */
import type { JobOperation } from '../../catalog/job-operations.js'
import type { Silhouette } from '../../client/index.js'
import type { Made } from './producer.js'

/** The picture, and what the server says about it. */
export interface ServerPicture extends Partial<Pick<Made, 'width' | 'height' | 'foreground' | 'confidence'>> {
  readonly picture: Blob
  readonly warnings: readonly string[]
  /** Of a ZIP for several presets. */
  readonly pictures?: readonly { readonly name: string; readonly warnings: readonly string[] }[] | undefined
  /** Of a sheet with several formats. */
  readonly formats?: readonly { readonly format: string; readonly warnings: readonly string[] }[] | undefined
  readonly recipe?: string | undefined
}

/** The parameters have been checked for this machine; the server checks them again, in its own words. */
export type HaveMade = (operation: JobOperation, parameters: Parameters) => Promise<ServerPicture>

export type Parameters = Readonly<Record<string, string | number | boolean | Blob | undefined>>

/** A way to ask: at once, or by jobs. */
export type Way = (client: Silhouette, signal: AbortSignal) => HaveMade
