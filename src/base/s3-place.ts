/**
 * A place in an S3-compatible store:
 * `s3://[key:secret@]bucket[/prefix][?endpoint=https://host:9000&region=eu-central-1]`.
 */
export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface S3Address {
  readonly bucket: string
  /** Empty, or ends in `/`. */
  readonly prefix: string
  readonly region: string
  /** Without a slash at its end; undefined: Amazon's own. */
  readonly endpoint?: string
  /** If the address holds them. */
  readonly credentials?: S3Credentials
}

export type S3Place = Omit<S3Address, 'credentials'> & S3Credentials

const FORM = 's3://bucket, s3://bucket/prefix, and then ?endpoint=https://host:9000&region=eu-central-1'
const PARAMETERS = ['endpoint', 'region']

/** Messages never quote the address: it may hold a secret. */
export function parseS3Address(text: string): S3Address {
  if (!text.startsWith('s3://') || !URL.canParse(text)) throw new Error(`must be an address like ${FORM}`)
  const url = new URL(text)
  const bucket = url.host
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new Error('must name a bucket: 3 to 63 lower-case letters, digits, dots and hyphens')
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[A-Za-z0-9_./-]*$/.test(prefix) || prefix.split('/').some((part) => /^\.*$/.test(part) && prefix !== '')) {
    throw new Error('may have letters, digits and _ . - / in its prefix')
  }
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.includes(name))
  if (unknown.length > 0) throw new Error(`has an unknown parameter '${unknown[0]}'; known: ${PARAMETERS.join(', ')}`)
  const endpoint = url.searchParams.get('endpoint')?.replace(/\/+$/, '')
  if (endpoint && !isWebOrigin(endpoint))
    throw new Error('must have an endpoint like https://host:9000, without a path')
  return {
    bucket,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') || 'us-east-1',
    ...(endpoint && { endpoint }),
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
}

/** With the key in the address, or else with the other one; undefined when there is neither. */
export function s3PlaceAt({ credentials, ...address }: S3Address, otherwise?: S3Credentials): S3Place | undefined {
  const key = credentials ?? otherwise
  return key && { ...address, ...key }
}

function isWebOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { origin, username } = new URL(text)
  return username === '' && origin === text.toLowerCase()
}
