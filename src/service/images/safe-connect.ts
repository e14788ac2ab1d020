/** Sockets to public addresses only: the part of a safe download that nothing gets around. */
import { lookup as dnsLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './public-address.js'

export type RefusalReason = 'address' | 'port' | 'host' | 'timeout' | 'connection'

/** Why a host was not asked, in words for the caller; what only the operator may see is the cause. */
export class Refusal extends Error {
  readonly reason: RefusalReason

  constructor(message: string, { reason = 'connection', ...options }: ErrorOptions & { reason?: RefusalReason } = {}) {
    super(message, options)
    this.reason = reason
  }
}

export interface SafeConnectOptions {
  /** "host:port" entries exempt from the address and port rules: "127.0.0.1:9000", "[::1]:9000", "images.internal:8443". */
  allow: readonly string[]
  timeoutMs: number
  /** All addresses of a host name. */
  lookup?: (hostname: string) => Promise<readonly string[]>
}

/**
 * A connector for undici that opens sockets to public addresses only. The check sits here, and not in front of the
 * request, because nothing gets past it here: IP literals (which never reach a `lookup` option), redirects and
 * reconnects all come through, and the address that was checked is the one connected to, so a name server that
 * changes its answer in between gains nothing.
 */
export function safeConnector(options: SafeConnectOptions): buildConnector.connector {
  const allowed = new Set(options.allow.map(allowedKey))
  const resolve = options.lookup ?? systemLookup

  async function checkedAddresses(hostname: string, port: string): Promise<readonly string[]> {
    const exempt = allowed.has(`${hostname}:${port}`)
    if (!exempt && port !== '80' && port !== '443') {
      throw new Refusal(`port ${port} is not allowed (80 and 443 are)`, { reason: 'port' })
    }
    const answers = isIP(hostname) ? [hostname] : await resolve(hostname).catch(notFound)
    // All of them: a name with one private answer among public ones is an attack or a mistake, never a public image.
    const hidden = exempt ? undefined : answers.find((answer) => !isPublicAddress(answer))
    if (hidden) {
      const cause = new Error(`${hostname} is at ${hidden}`)
      throw new Refusal('the address is not public', { reason: 'address', cause })
    }
    return answers.length > 0 ? answers : notFound(new Error(`${hostname} has no address`))
  }

  // Only `hostname`, where the socket goes, is replaced: TLS still takes the name to verify from `host`.
  return (target, callback) => {
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    checkedAddresses(target.hostname, port).then(
      (addresses) => {
        // One after the other, in the order of the answer; a silent one takes its share of the time and no more.
        const connectTo = buildConnector({ timeout: Math.ceil(options.timeoutMs / addresses.length) })
        const attempt = (index: number): void =>
          connectTo({ ...target, hostname: addresses[index]! }, (...result) => {
            const [error] = result
            if (error && index + 1 < addresses.length) attempt(index + 1)
            else callback(...result)
          })
        attempt(0)
      },
      (error: Error) => callback(error, null),
    )
  }
}

async function systemLookup(hostname: string): Promise<string[]> {
  const answers = await dnsLookup(hostname, { all: true })
  return answers.map((answer) => answer.address)
}

function notFound(cause: unknown): never {
  throw new Refusal('the host name was not found', { reason: 'host', cause })
}

/** An `allow` entry in the spelling the connector sees: normalised the way URLs are, IPv6 without brackets. */
function allowedKey(entry: string): string {
  const url = `http://${entry}`
  if (!/^[^/\\?#@]+:\d+$/.test(entry) || !URL.canParse(url)) throw new TypeError(`"${entry}" is not host:port`)
  const { hostname, port } = new URL(url)
  return `${hostname.replace(/^\[|\]$/g, '')}:${port || '80'}`
}
