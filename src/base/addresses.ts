/** Addresses of the server as links. */

/** A listening address as a link. */
export function localAddress(host: string, port: number): string {
  const name = isEverywhere(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

interface PublicServer {
  readonly host: string
  readonly baseUrl?: string
}

/**
 * A server that listens on all addresses expects other machines, for which links to `localhost` lead nowhere. The Host
 * header could tell, but clients can write anything there, and links outlive the request: so the operator has to set
 * it.
 */
export const addressAdvice = ({ host, baseUrl }: PublicServer, address: string): string | undefined =>
  baseUrl === undefined && isEverywhere(host)
    ? `links to results begin with ${address}, which leads nowhere on other machines; set BASE_URL to the address that clients use`
    : undefined
