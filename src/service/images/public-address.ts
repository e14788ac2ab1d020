/** Which IP addresses are on the public internet. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Address space that is not the public internet, after the IANA special-purpose address registries (RFC 6890). */
const reserved = new BlockList()
reserved.addSubnet('0.0.0.0', 8) // "this network" (RFC 791)
reserved.addSubnet('10.0.0.0', 8) // private use (RFC 1918)
reserved.addSubnet('100.64.0.0', 10) // carrier-grade NAT; some clouds keep metadata there (RFC 6598)
reserved.addSubnet('127.0.0.0', 8) // loopback (RFC 1122)
reserved.addSubnet('169.254.0.0', 16) // link-local; 169.254.169.254 is cloud metadata (RFC 3927)
reserved.addSubnet('172.16.0.0', 12) // private use (RFC 1918)
reserved.addSubnet('192.0.0.0', 24) // IETF protocol assignments (RFC 6890)
reserved.addSubnet('192.0.2.0', 24) // documentation, TEST-NET-1 (RFC 5737)
reserved.addSubnet('192.88.99.0', 24) // 6to4 relay anycast, deprecated (RFC 7526)
reserved.addSubnet('192.168.0.0', 16) // private use (RFC 1918)
reserved.addSubnet('198.18.0.0', 15) // benchmarking (RFC 2544)
reserved.addSubnet('198.51.100.0', 24) // documentation, TEST-NET-2 (RFC 5737)
reserved.addSubnet('203.0.113.0', 24) // documentation, TEST-NET-3 (RFC 5737)
reserved.addSubnet('224.0.0.0', 4) // multicast (RFC 5771)
reserved.addSubnet('240.0.0.0', 4) // future use (RFC 1112), and with it the broadcast address (RFC 919)
// Public by their registration, but inside a cloud they are the platform itself: it answers only its own machines, and may
// hand them credentials. Platforms' other fixed addresses (169.254.169.254, 100.100.100.200, 192.0.0.192, fd00:ec2::254)
// lie in the blocks above, or outside of what IPv6 gives out.
reserved.addAddress('168.63.129.16') // Azure
reserved.addSubnet('161.26.0.0', 16) // IBM Cloud
reserved.addSubnet('166.8.0.0', 14) // IBM Cloud
// IETF protocol assignments (RFC 2928). None of them hosts a web server, and two tunnel or hide other addresses:
// Teredo 2001::/32 (RFC 4380), benchmarking 2001:2::/48 (RFC 5180), ORCHID 2001:10::/28 (RFC 4843) and
// ORCHIDv2 2001:20::/28 (RFC 7343).
reserved.addSubnet('2001::', 23, 'ipv6')
reserved.addSubnet('2001:db8::', 32, 'ipv6') // documentation (RFC 3849)
reserved.addSubnet('2002::', 16, 'ipv6') // 6to4, carries any IPv4 address (RFC 3056)
reserved.addSubnet('3fff::', 20, 'ipv6') // documentation (RFC 9637)

/**
 * The one block IPv6 gives out to the public (RFC 4291, section 2.4). Starting from it, rather than from a list of
 * what is forbidden, also refuses every form that hides an IPv4 address: mapped ::ffff:0:0/96, compatible ::/96,
 * NAT64 64:ff9b::/96 and 64:ff9b:1::/48.
 */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether `ip` is an address on the public internet. What is not an IP address at all is not public either. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !reserved.check(ip, 'ipv4')
  // An address with a zone ("fe80::1%eth0") belongs to one network interface, whatever its prefix says (RFC 4007).
  if (isIPv6(ip) && !ip.includes('%')) return isPublicIPv6(ip)
  return false
}

const isPublicIPv6 = (ip: string): boolean =>
  globalUnicast.check(ip, 'ipv6') && !reserved.check(ip, 'ipv6') && !isIsatap(ip)

/** ISATAP puts an IPv4 address, any of them, behind 0:5efe or 200:5efe in whatever network it likes (RFC 5214). */
function isIsatap(ip: string): boolean {
  const { parts } = ipaddr.IPv6.parse(ip)
  return parts[5] === 0x5efe && (parts[4]! & ~0x0300) === 0
}
