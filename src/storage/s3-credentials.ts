/**
 * Who we are to an S3 store: the key of the settings, or the one that the machine is given. The latter expires; Amazon's
 * own library finds it and asks for the next one in time.
 */
import type { S3Credentials, S3Place } from '../base/s3-place.js'
import { StoreTrouble } from '../base/store-trouble.js'

/** To be asked before every request. */
export type CredentialSource = () => Promise<S3Credentials>

export function credentialsOf({ credentials, region }: S3Place): CredentialSource {
  if (credentials) return async () => credentials
  let source: Promise<CredentialSource> | undefined
  return async () => {
    try {
      source ??= ofThisMachine(region)
      return await (await source)()
    } catch (error) {
      throw new StoreTrouble('refused', `${NO_KEY} (${(error as Error).message}): ${REMEDY}`, error)
    }
  }
}

const NO_KEY = 'STORAGE_URL and the settings have no key for the S3 store, and this machine is given none'
const REMEDY =
  'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role (a web identity, a container’s, an ' +
  'instance’s); see docs/fleet.md'

/** Loaded only where it is used, and it may be left out of an installation: 16 MB for what few machines have. */
async function ofThisMachine(region: string): Promise<CredentialSource> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node').catch((cause: unknown) => {
    throw new Error('@aws-sdk/credential-provider-node, which would ask for one, is not installed', { cause })
  })
  return defaultProvider({ clientConfig: { region } })
}
