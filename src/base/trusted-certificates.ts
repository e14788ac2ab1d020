/** Whose certificates are believed: the well-known authorities, and those of `CA_FILE`. */
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

const contexts = new Map<string, SecureContext>()

/** `ca` is PEM text. Made once for all connections: to read the well-known ones takes a tenth of a second. */
export function trusting(ca: string): SecureContext {
  const context = contexts.get(ca) ?? createSecureContext({ ca: [...rootCertificates, ca] })
  contexts.set(ca, context)
  return context
}
