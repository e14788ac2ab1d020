/**
 * A place in an S3-compatible store:
 * `s3://[key:secret@]bucket[/prefix][?endpoint=https://host:9000&region=eu-central-1&addressing=virtual]`.
 */
import { isIP } from 'node:net'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface S3Place {
  readonly bucket: string
  /** Empty, or ends in `/`. */
  readonly prefix: string
  readonly region: string
  /** Without a slash at its end; undefined: Amazon's own. */
  readonly endpoint?: string
  /** Where the bucket's name goes: before the name of the host, or into the path. Undefined: as is usual there. */
  readonly addressing?: Addressing
  /** Undefined: the key that the machine is given. */
  readonly credentials?: S3Credentials
  /** More authorities whose certificates are believed, as PEM text. */
  readonly ca?: string
}

const ADDRESSINGS = ['virtual', 'path'] as const
type Addressing = (typeof ADDRESSINGS)[number]

const FORM = 's3://bucket, s3://bucket/prefix, and then ?endpoint=https://host:9000&region=eu-central-1'
const PARAMETERS = ['endpoint', 'region', 'addressing']

/** Messages never quote the address: it may hold a secret. */
export function parseS3Address(text: string): S3Place {
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
  const addressing = addressingIn(url, endpoint)
  return {
    bucket,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') || 'us-east-1',
    ...(endpoint && { endpoint }),
    ...(addressing && { addressing }),
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
}

function addressingIn(url: URL, endpoint: string | undefined): Addressing | undefined {
  const wanted = url.searchParams.get('addressing')
  if (!wanted) return undefined
  const addressing = ADDRESSINGS.find((known) => known === wanted)
  if (!addressing) throw new Error(`must have an addressing of ${ADDRESSINGS.join(' or ')}`)
  if (addressing === 'virtual' && endpoint && isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, ''))) {
    throw new Error('must have an endpoint with a name where addressing is virtual: the bucket goes before it')
  }
  return addressing
}

function isWebOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { origin, username } = new URL(text)
  return username === '' && origin === text.toLowerCase()
}
