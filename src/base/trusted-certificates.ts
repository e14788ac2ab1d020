/** Whose certificates are believed: the well-known authorities, and those of `CA_FILE`. */
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

const contexts = new Map<string, SecureContext>()

/** `ca` is PEM text. Made once for all connections: to read the well-known ones takes a tenth of a second. */
export function trusting(ca: string): SecureContext {
  const context = contexts.get(ca) ?? createSecureContext({ ca: [...rootCertificates, ca] })
  contexts.set(ca, context)
  return context
}

const UNKNOWN_AUTHORITY = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** What to do about a certificate that is not believed; empty for any other trouble. */
export const adviceOnCertificate = (error: unknown): string =>
  UNKNOWN_AUTHORITY.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
    ? '; if its certificate comes from an authority of your own, name that one in CA_FILE'
    : ''
