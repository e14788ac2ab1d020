/** A call to show as code. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly origin: string
  /** With its query, if there is one. */
  readonly path: string
  /** File names by field. */
  readonly files: Readonly<Record<string, string>>
  /** All other fields, in the order to show them. */
  readonly fields: Readonly<Record<string, string>>
  /** Besides the key. */
  readonly headers: Readonly<Record<string, string>>
  /** What a successful answer contains: the address of the result, the picture itself, or data. */
  readonly answer: 'url' | 'picture' | 'json'
  /** The method of our own client, if it has one, and what it is given besides the form: a text, or values by name. */
  readonly client?:
    | { readonly method: string; readonly given?: string | Readonly<Record<string, string>> | undefined }
    | undefined
  /** Takes no key: results may be on another host, which must not see it. */
  readonly isOpen?: boolean
  /** Written out where it is given; else the code reads it from the environment. */
  readonly key?: string | undefined
}

export const KEY = 'SILHOUETTE_KEY'

export const urlOf = ({ origin, path }: SampleRequest): string => `${origin}${path}`

/** The file in which the code saves the picture. */
export function outputOf({ fields }: SampleRequest): string {
  const { format = 'png' } = fields
  return `cutout.${format === 'auto' ? 'png' : format}`
}
