/**
 * Whether a request comes from the server's own machine. One through a proxy does not, even if the proxy runs here; every
 * proxy that passes on its client's address adds one of these headers, and a caller that forges one only locks itself
 * out. A browser on this machine may have been sent here by a page elsewhere whose name points at 127.0.0.1 (DNS
 * rebinding): it sends that name as Host, so only names of this machine are accepted.
 */
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const OF_PROXIES = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const

export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const { remoteAddress = '' } = socket
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return false
  return isLoopback(remoteAddress) && (headers.host === undefined || isThisMachine(`http://${headers.host}`))
}

export function isThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
