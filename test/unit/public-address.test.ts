import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/service/images/public-address.js'

const octet = fc.nat(255)
/** Any address in 10/8, 127/8 or 192.168/16, as its four octets. */
const privateIPv4 = fc.oneof(
  fc.tuple(fc.constantFrom(10, 127), octet, octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
)
const hex = (high: number, low: number) => ((high << 8) | low).toString(16)

describe('public addresses', () => {
  test.each([
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '2000::',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700:4700::1111',
    '3fff:1000::1',
    '168.63.129.15',
    '168.63.129.17',
    '161.25.255.255',
    '166.12.0.0',
    '2606:4700::5efe',
    '2606:4700::5eff:7f00:1',
    '2606:4700:0:0:400:5efe:7f00:1',
  ])('%s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })
})

describe('addresses that are not public', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.255.255.255'],
    ['private use', '10.0.0.0'],
    ['private use', '10.255.255.255'],
    ['carrier-grade NAT', '100.64.0.0'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.255'],
    ['link-local', '169.254.0.0'],
    ['cloud metadata', '169.254.169.254'],
    ['the platform, Azure', '168.63.129.16'],
    ['the platform, Alibaba', '100.100.100.200'],
    ['the platform, Oracle', '192.0.0.192'],
    ['the platform, IBM', '161.26.0.10'],
    ['the platform, IBM', '166.8.0.1'],
    ['the platform, IBM', '166.11.255.255'],
    ['the platform, Amazon', 'fd00:ec2::254'],
    ['the platform, Google', 'fd20:ce::254'],
    ['the platform, Oracle', 'fd00:c1::a9fe:a9fe'],
    ['the platform, OpenStack', 'fe80::a9fe:a9fe'],
    ['ISATAP', '2606:4700::5efe:7f00:1'],
    ['ISATAP', '2606:4700::5efe:127.0.0.1'],
    ['ISATAP, said to be unique', '2606:4700:0:0:200:5efe:a9fe:a9fe'],
    ['private use', '172.16.0.0'],
    ['private use', '172.31.255.255'],
    ['protocol assignments', '192.0.0.0'],
    ['protocol assignments', '192.0.0.255'],
    ['TEST-NET-1', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['private use', '192.168.0.0'],
    ['private use', '192.168.255.255'],
    ['benchmarking', '198.18.0.0'],
    ['benchmarking', '198.19.255.255'],
    ['TEST-NET-2', '198.51.100.1'],
    ['TEST-NET-3', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['future use', '240.0.0.0'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:7f00:1'],
    ['IPv4-mapped, public IPv4', '::ffff:8.8.8.8'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['local NAT64', '64:ff9b:1::1'],
    ['discard only', '100::1'],
    ['just below global unicast', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['just above global unicast', '4000::'],
    ['Teredo', '2001::1'],
    ['Teredo', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:10::1'],
    ['ORCHID', '2001:1f:ffff::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['ORCHIDv2', '2001:2f:ffff::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '2001:db8:ffff::1'],
    ['6to4 of 127.0.0.1', '2002:7f00:1::'],
    ['documentation', '3fff::1'],
    ['documentation', '3fff:fff::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['any address with a zone', '2606:4700:4700::1111%eth0'],
    ['multicast', 'ff02::1'],
    ['a name', 'localhost'],
    ['a name', 'example.com'],
    ['nothing', ''],
    ['too few octets', '127.1'],
    ['octal octets', '0177.0.0.1'],
    ['too many octets', '1.2.3.4.5'],
    ['octet out of range', '256.1.1.1'],
    ['brackets', '[2606:4700:4700::1111]'],
    ['a number', '2130706433'],
    ['white space', ' 8.8.8.8'],
    ['prefix length', '8.8.8.8/8'],
  ])('%s: %s', (_, ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://127.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://017700000001',
    'http://127.0.0.1.',
    'http://①②⑦.⓪.⓪.①',
    'http://127%2e0%2e0%2e1',
    'http://0',
    'http://0xa9fea9fe',
    'http://2852039166',
    'http://[::1]',
    'http://[::]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::127.0.0.1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[0:0:0:0:0:ffff:169.254.169.254]',
    'http://[64:ff9b::127.0.0.1]',
    'http://[2002:7f00:1::]',
    'http://[fe80::1]',
  ])('written in a URL: %s', (url) => {
    const { hostname } = new URL(url)
    expect(isPublicAddress(hostname.replace(/^\[|\]$/g, ''))).toBe(false)
  })

  test('any private IPv4 address, plain or inside IPv6', () => {
    fc.assert(
      fc.property(privateIPv4, ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`
        const words = `${hex(a, b)}:${hex(c, d)}`
        const forms = [
          dotted,
          `::ffff:${dotted}`,
          `::ffff:${words}`,
          `0:0:0:0:0:FFFF:${dotted}`,
          `::${dotted}`,
          `::${words}`,
          `64:ff9b::${dotted}`,
          `64:ff9b::${words}`,
          `2002:${words}::1`,
        ]
        expect(forms.filter(isPublicAddress)).toEqual([])
      }),
    )
  })

  test('any private IPv4 address, however a URL spells it', () => {
    fc.assert(
      fc.property(privateIPv4, ([a, b, c, d]) => {
        const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
        const spellings = [
          `${number}`,
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          `${a}.${number & 0xffffff}`,
          `0x${a.toString(16)}.0${b.toString(8)}.${(c << 8) | d}`,
        ]
        const hosts = spellings.map((spelling) => new URL(`http://${spelling}`).hostname)
        expect(new Set(hosts)).toEqual(new Set([`${a}.${b}.${c}.${d}`]))
        expect(hosts.filter(isPublicAddress)).toEqual([])
      }),
    )
  })
})
