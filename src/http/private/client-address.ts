/** What counts as one visitor: an IPv4 address, or a /64 network of IPv6, which belongs to one customer. */
import ipaddr from 'ipaddr.js'

export function clientAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip) // IPv4 inside IPv6 counts as IPv4
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
