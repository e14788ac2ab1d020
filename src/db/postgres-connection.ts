/** `DATABASE_URL` → how the driver connects: with TLS where the address says so, and whose certificates it believes. */
import type { ClientConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { StartError } from '../base/start-error.js'
import { trusting } from '../base/trusted-certificates.js'

/** An address that names certificates itself decides alone. */
export function connectionTo(url: string, ca: string | undefined): ClientConfig {
  const connection = parsed(url)
  const { ssl } = connection
  const own = typeof ssl === 'object' && (ssl.ca || ssl.cert || ssl.key)
  if (!ca || !ssl || own) return connection
  return { ...connection, ssl: { ...(ssl !== true && ssl), secureContext: trusting(ca) } }
}

/** It reads the certificates that the address names. */
function parsed(url: string): ClientConfig {
  try {
    return parseIntoClientConfig(url)
  } catch (cause) {
    throw new StartError(`DATABASE_URL cannot be used (${(cause as Error).message}): correct it`, { cause })
  }
}
