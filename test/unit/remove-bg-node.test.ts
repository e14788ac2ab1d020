/** `migration/remove-bg-node.cjs`: which calls it leads to the server, and what becomes of them on the way. */
import { createServer, type IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { projectFile } from '../support/project.js'

const file = projectFile('migration/remove-bg-node.cjs')
const require = createRequire(import.meta.url)
const { request, get } = https

/** What is handed on to Node, in the place of a connection. */
const handedOn = vi.fn((..._call: unknown[]) => ({ end: () => {} }))

function loadFor(address?: string): void {
  vi.stubEnv('SILHOUETTE_URL', address)
  require(file)
}

beforeEach(() => {
  Object.assign(https, { request: handedOn })
})

afterEach(() => {
  Object.assign(https, { request, get })
  syncBuiltinESMExports()
  delete require.cache[file]
  handedOn.mockClear()
  vi.unstubAllEnvs()
})

describe('to a server with TLS', () => {
  const answered = () => {}
  const theAccount = { hostname: 'cutout.example.com', port: 443, protocol: 'https:', path: '/v1.0/account' }
  const headers = { Accept: '*/*', host: 'api.remove.bg' }

  test.each<[string, unknown[]]>([
    ['options', [{ host: 'api.remove.bg', servername: 'api.remove.bg', port: 443, path: '/v1.0/account', headers }]],
    ['an address', ['https://api.remove.bg/v1.0/account']],
    ['an address and options', [new URL('https://api.remove.bg/v1.0/account'), { headers }]],
  ])('%s', (_, call) => {
    loadFor('https://cutout.example.com/')
    https.request(...(call as [RequestOptions]), answered)
    expect(handedOn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(theAccount), answered)
    const [options] = handedOn.mock.calls[0] as [RequestOptions]
    expect(options.host).toBe('cutout.example.com')
    expect(options).not.toHaveProperty('servername')
    expect(options.headers).not.toHaveProperty('host')
  })

  test('a named import, and get', async () => {
    loadFor('https://cutout.example.com')
    const named = await import('node:https')
    named.get('https://api.remove.bg/v1.0/account')
    expect(handedOn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(theAccount), undefined)
  })

  test('other hosts are left alone', () => {
    loadFor('https://cutout.example.com')
    const call = ['https://example.com/api.remove.bg', { headers }, answered] as const
    https.request(...call)
    expect(handedOn).toHaveBeenCalledExactlyOnceWith(...call)
  })
})

test('to a server without: body and answer pass, under the host of the server', async () => {
  const server = createServer(({ method, url, headers }, answer) => {
    answer.end([method, url, headers.host, headers['content-length']].join(' '))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  loadFor(`http://${host}`)
  const options = { method: 'POST', agent: new https.Agent(), headers: { Host: 'api.remove.bg' } }
  const answer = await new Promise<IncomingMessage>((resolve) =>
    https.request('https://api.remove.bg/v1.0/removebg?a=b', options, resolve).end('a photo'),
  )
  expect(await text(answer)).toBe(`POST /v1.0/removebg?a=b ${host} 7`)
  server.close()
})

test.each([undefined, 'cutout.example.com', 'https://cutout.example.com/v1.0/removebg', 'ftp://cutout.example.com'])(
  'SILHOUETTE_URL=%s is refused, and nothing is changed',
  (address) => {
    expect(() => loadFor(address)).toThrow(`SILHOUETTE_URL is "${address ?? ''}". Set it to the address of your server`)
    expect(https.request).toBe(handedOn)
  },
)
