import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { createSafeFetch, type SafeFetchOptions } from '../../src/service/images/safe-fetch.js'

const FAILED = 'Failed to download image_url: '
const IMAGE = Buffer.from('not really an image, but bytes all the same')
const SHA256 = createHash('sha256').update(IMAGE).digest('hex')
const LIMIT = 1000

let folder: string
let path: string
let cleanups: (() => Promise<unknown>)[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safe-fetch-'))
  path = join(folder, 'download')
  cleanups = []
})

afterEach(async () => {
  await Promise.all(cleanups.map((cleanup) => cleanup()))
  await rm(folder, { recursive: true })
})

async function listen(server: TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a server on loopback and gives its "host:port". */
async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  cleanups.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return listen(server)
}

function safeFetch(options: Partial<SafeFetchOptions> = {}) {
  const defaults = { allow: [], maxBytes: LIMIT, timeoutMs: 5000, maxRedirects: 3, lookup: noLookup }
  const made = createSafeFetch({ ...defaults, ...options })
  cleanups.push(() => made.close())
  return made
}

/** Tests stay on loopback: a name nobody has faked does not exist. */
async function noLookup(hostname: string): Promise<readonly string[]> {
  throw new Error(`getaddrinfo ENOTFOUND ${hostname}`)
}

function download(url: string, options?: Partial<SafeFetchOptions>, signal = new AbortController().signal) {
  return safeFetch(options).download(url, { path, parameter: 'image_url' }, signal)
}

/** The AppError of a download that must fail, and must leave no file behind. */
async function failure(url: string, options?: Partial<SafeFetchOptions>): Promise<AppError> {
  const error = await download(url, options).then(
    () => expect.unreachable('the download went through'),
    (reason: unknown) => reason,
  )
  expect(await readdir(folder)).toEqual([])
  if (!(error instanceof AppError)) throw error
  expect(error.parameter).toBe('image_url')
  return error
}

async function expectRefused(url: string, reason: string, options?: Partial<SafeFetchOptions>): Promise<void> {
  const error = await failure(url, options)
  expect({ kind: error.kind, message: error.message }).toEqual({ kind: 'download_failed', message: FAILED + reason })
}

/** Redirects /n to /n-1, and answers /0 with the image. */
const countdown: RequestListener = (request, response) => {
  const left = Number(request.url?.slice(1))
  if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
  else response.end(IMAGE)
}

describe('a download that works', () => {
  test('is stored, measured and hashed', async () => {
    const host = await serve((_, response) => response.end(IMAGE))
    const downloaded = await download(`http://${host}/a.png?x=1#y`, { allow: [host] })
    expect(downloaded).toEqual({ path, bytes: IMAGE.length, sha256: SHA256 })
    expect(await readFile(path)).toEqual(IMAGE)
  })

  test('asks for an image, as it is, and in its own name', async () => {
    const listener = vi.fn<RequestListener>((_, response) => response.end(IMAGE))
    const host = await serve(listener)
    await download(`http://${host}/a.png?x=1#y`, { allow: [host] })
    const request = listener.mock.calls[0]![0]
    expect({ method: request.method, url: request.url }).toEqual({ method: 'GET', url: '/a.png?x=1' })
    expect(request.headers).toMatchObject({
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Silhouette',
      host,
    })
  })

  test('may be exactly as large as the limit', async () => {
    const host = await serve((_, response) => response.end(Buffer.alloc(LIMIT)))
    expect((await download(`http://${host}`, { allow: [host] })).bytes).toBe(LIMIT)
  })

  test('may be empty', async () => {
    const host = await serve((_, response) => response.end())
    expect((await download(`http://${host}`, { allow: [host] })).bytes).toBe(0)
    expect(await readFile(path)).toEqual(Buffer.alloc(0))
  })

  test('reaches an allowed name, resolved once, under that name', async () => {
    const listener = vi.fn<RequestListener>((_, response) => response.end(IMAGE))
    const port = (await serve(listener)).split(':')[1]
    const lookup = vi.fn(async () => ['127.0.0.1'])
    await download(`http://Images.Internal:${port}/`, { allow: [`images.internal:${port}`], lookup })
    expect(lookup.mock.calls).toEqual([['images.internal']])
    expect(listener.mock.calls[0]![0].headers.host).toBe(`images.internal:${port}`)
  })

  test('resolves names with the system by default', async () => {
    const host = await serve((_, response) => response.end(IMAGE))
    const local = host.replace('127.0.0.1', 'localhost')
    const made = createSafeFetch({ allow: [local], maxBytes: LIMIT, timeoutMs: 5000, maxRedirects: 3 })
    // "localhost" may be ::1 first, where nobody listens: that it got as far as connecting is the point.
    const outcome = await made
      .download(`http://${local}`, { path, parameter: 'image_url' }, AbortSignal.timeout(4000))
      .then(
        () => 'downloaded',
        (error: Error) => error.message,
      )
    expect(['downloaded', `${FAILED}the connection failed`]).toContain(outcome)
  })

  test('does not take a proxy from the environment', async () => {
    const host = await serve((_, response) => response.end(IMAGE))
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1')
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1')
    try {
      expect((await download(`http://${host}`, { allow: [host] })).bytes).toBe(IMAGE.length)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('many at once do not disturb one another', async () => {
    const host = await serve((request, response) => {
      if (request.url === '/bad') response.writeHead(500).end()
      else response.end(IMAGE)
    })
    const made = safeFetch({ allow: [host] })
    const urls = Array.from({ length: 20 }, (_, index) => `http://${host}/${index % 2 ? 'bad' : 'good'}`)
    const settled = await Promise.allSettled(
      urls.map((url, index) =>
        made.download(url, { path: `${path}-${index}`, parameter: 'image_url' }, new AbortController().signal),
      ),
    )
    expect(settled.map(({ status }) => status)).toEqual(urls.map((_, i) => (i % 2 ? 'rejected' : 'fulfilled')))
    expect(await readdir(folder)).toHaveLength(10)
  })
})

describe('the URL', () => {
  test.each([
    '',
    'image.png',
    '/image.png',
    '//example.com/a.png',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'data:,x',
    'http://',
    'http://a b/',
    'http://[::1%25eth0]/',
  ])('must be absolute and http or https: %j', async (url) => {
    const error = await failure(url)
    expect(error.kind).toBe('invalid_request')
    expect(error.message).toBe('image_url must be an absolute http or https URL')
  })

  test.each(['http://user:secret@example.com/', 'http://user@example.com/', 'http://:secret@example.com/'])(
    'must not carry credentials: %s',
    async (url) => {
      const error = await failure(url)
      expect(error.kind).toBe('invalid_request')
      expect(error.message).toBe('image_url must not contain a user name or password')
    },
  )

  test('is named after the parameter it came in', async () => {
    const target = { path, parameter: 'bg_image_url' }
    const attempt = (url: string) => safeFetch().download(url, target, new AbortController().signal)
    await expect(attempt('nonsense')).rejects.toMatchObject({
      message: 'bg_image_url must be an absolute http or https URL',
      parameter: 'bg_image_url',
    })
    await expect(attempt('http://10.0.0.1/')).rejects.toMatchObject({
      message: 'Failed to download bg_image_url: the address is not public',
      parameter: 'bg_image_url',
    })
  })
})

describe('the address', () => {
  test.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]:443/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00:ec2::254]/',
  ])('must be public: %s', async (url) => {
    await expectRefused(url, 'the address is not public')
  })

  test.each([
    ['private', ['127.0.0.1']],
    ['private IPv6', ['::1']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['public and private', ['93.184.215.14', '10.0.0.1']],
    ['private and public', ['10.0.0.1', '93.184.215.14']],
    ['no address', ['localhost']],
  ])('must be public in every answer for a name: %s', async (_, answers) => {
    await expectRefused('http://rebind.example/', 'the address is not public', { lookup: async () => answers })
  })

  test('is tried after those of the same name that nobody answers at', async () => {
    const port = (await serve((_, response) => response.end(IMAGE))).split(':')[1]
    const options = { allow: [`images.internal:${port}`], lookup: async () => ['127.0.0.2', '127.0.0.3', '127.0.0.1'] }
    expect((await download(`http://images.internal:${port}/`, options)).sha256).toBe(SHA256)
  })

  // Other systems have one loopback address.
  test.runIf(process.platform === 'linux')(
    'is tried after one that stays silent, within the time of the download',
    async () => {
      const silent = createTcpServer((socket) => cleanups.push(async () => socket.destroy()))
      const port = Number((await listen(silent)).split(':')[1])
      cleanups.push(async () => silent.close())
      const names: string[] = []
      const answering = createTlsServer({
        SNICallback: (name, callback) => {
          names.push(name)
          callback(new Error('no certificate here'))
        },
      })
      await new Promise<void>((resolve) => answering.listen(port, '127.0.0.2', resolve))
      cleanups.push(() => new Promise((resolve) => answering.close(resolve)))
      const options = { timeoutMs: 4000, allow: [`images.internal:${port}`] }
      const lookup = async () => ['127.0.0.1', '127.0.0.2']
      await expectRefused(`https://images.internal:${port}/`, 'the connection failed', { ...options, lookup })
      expect(names).toEqual(['images.internal'])
    },
  )

  test('that was refused is for the operator only', async () => {
    const error = await failure('http://rebind.example/', { lookup: async () => ['10.1.2.3'] })
    expect(error.message).not.toContain('10.1.2.3')
    expect(String(error.cause)).toContain('10.1.2.3')
  })

  test.each([
    ['fails', noLookup],
    ['has no answer', async () => []],
  ])('is needed: a lookup that %s', async (_, lookup) => {
    await expectRefused('http://nowhere.example/?token=secret', 'the host name was not found', { lookup })
  })

  test('must have port 80 or 443', async () => {
    const lookup = vi.fn(noLookup)
    await expectRefused('http://example.com:8081/', 'port 8081 is not allowed (80 and 443 are)', { lookup })
    await expectRefused('https://127.0.0.1:22/', 'port 22 is not allowed (80 and 443 are)', { lookup })
    expect(lookup).not.toHaveBeenCalled()
    await expectRefused('https://example.com:80/', 'the host name was not found', { lookup })
  })

  test('is exempt only together with its port, and only as it was spelled', async () => {
    const host = await serve((_, response) => response.end(IMAGE))
    const port = host.split(':')[1]
    await expectRefused('http://127.0.0.1/', 'the address is not public', { allow: [host] })
    await expectRefused(`http://sneaky.example:${port}/`, `port ${port} is not allowed (80 and 443 are)`, {
      allow: [host],
      lookup: async () => ['127.0.0.1'],
    })
  })

  test('is exempt at a default port and as IPv6 too', async () => {
    // Whether anything listens there does not matter: the rule that refuses comes before connecting.
    const allowed = (url: string, entry: string) => failure(url, { allow: [entry], lookup: async () => [] })
    expect((await allowed('http://[::1]:1/', '[0:0::1]:1')).message).not.toContain('not allowed')
    expect((await allowed('http://internal/', 'internal:80')).message).toBe(`${FAILED}the host name was not found`)
    expect((await allowed('https://internal/', 'internal:443')).message).toBe(`${FAILED}the host name was not found`)
  })

  test.each(['localhost', '::1:9000', '[::1]', 'user@host:80', 'host:80/path', 'host:99999', ':80', ''])(
    'is not exempt by a broken entry: %j',
    (entry) => {
      expect(() => safeFetch({ allow: [entry] })).toThrow('is not host:port')
    },
  )
})

describe('redirects', () => {
  test('are followed, three at most', async () => {
    const host = await serve(countdown)
    expect((await download(`http://${host}/3`, { allow: [host] })).sha256).toBe(SHA256)
  })

  test('are too many from the fourth', async () => {
    const host = await serve(countdown)
    await expectRefused(`http://${host}/4`, 'too many redirects', { allow: [host] })
  })

  test.each([301, 302, 303, 307, 308])('come with status %i', async (status) => {
    const goal = await serve(countdown)
    const host = await serve((_, response) => response.writeHead(status, { location: `http://${goal}/0` }).end('moved'))
    expect((await download(`http://${host}`, { allow: [host, goal] })).sha256).toBe(SHA256)
  })

  test.each([
    ['http://127.0.0.1/', 'the address is not public'],
    ['http://0x7f.1/', 'the address is not public'],
    ['//[::ffff:10.0.0.1]/', 'the address is not public'],
    ['http://rebind.example/', 'the address is not public'],
    ['http://127.0.0.1:1/', 'port 1 is not allowed (80 and 443 are)'],
    ['http://user:secret@127.0.0.1/', 'a redirect leads to a URL with a user name or password'],
    ['file:///etc/passwd', 'a redirect leads to something other than an http or https URL'],
    ['http://[', 'a redirect leads to something other than an http or https URL'],
  ])('are checked like the first URL: %s', async (location, reason) => {
    const host = await serve((_, response) => response.writeHead(302, { location }).end())
    await expectRefused(`http://${host}/`, reason, { allow: [host], lookup: async () => ['192.168.1.1'] })
  })

  test('need a location', async () => {
    const host = await serve((_, response) => response.writeHead(302).end())
    await expectRefused(`http://${host}/`, 'status 302', { allow: [host] })
  })

  test('are not held up by a body that never ends', async () => {
    const host = await serve((request, response) => {
      if (request.url === '/0') response.end(IMAGE)
      else response.writeHead(302, { location: '/0' }).write('still talking')
    })
    expect((await download(`http://${host}/1`, { allow: [host] })).sha256).toBe(SHA256)
  })
})

describe('the response', () => {
  test.each([304, 404, 500])('is refused with status %i', async (status) => {
    const host = await serve((_, response) => response.writeHead(status).end())
    await expectRefused(`http://${host}/?token=secret`, `status ${status}`, { allow: [host] })
  })

  test.each(['gzip', 'br', 'gzip, identity'])('is refused when encoded: %s', async (encoding) => {
    const host = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(IMAGE))
    })
    await expectRefused(`http://${host}/`, 'the response is compressed', { allow: [host] })
  })

  test('is too large by its Content-Length', async () => {
    const host = await serve((_, response) => {
      response.writeHead(200, { 'content-length': LIMIT + 1 }).write('the rest never comes')
    })
    const error = await failure(`http://${host}/`, { allow: [host] })
    expect({ kind: error.kind, message: error.message }).toEqual({
      kind: 'file_too_large',
      message: `image_url: the file is larger than ${LIMIT} bytes`,
    })
  })

  test('is too large once that much has come, where there is no Content-Length', async () => {
    const host = await serve((_, response) => {
      response.write(Buffer.alloc(LIMIT))
      setTimeout(() => response.write('one more, and then nothing'), 20)
    })
    const error = await failure(`http://${host}/`, { allow: [host] })
    expect(error.kind).toBe('file_too_large')
  })

  test.each([
    ['before the headers', () => {}],
    ['in the middle of the body', (response: { write(text: string): unknown }) => response.write('half')],
  ])('fails when the connection breaks %s', async (_, begin) => {
    const host = await serve((_, response) => {
      begin(response)
      setTimeout(() => response.destroy(), 20)
    })
    const error = await failure(`http://${host}/`, { allow: [host] })
    expect(error.message).toBe(`${FAILED}the connection failed`)
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('leaves no connection open, read to the end or not', async () => {
    const closed = vi.fn()
    const host = await serve((request, response) => {
      request.socket.on('close', closed)
      if (request.url === '/good') response.end(IMAGE)
      else response.writeHead(404).write('and on, and on')
    })
    await expectRefused(`http://${host}/`, 'status 404', { allow: [host] })
    await download(`http://${host}/good`, { allow: [host] })
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2))
  })

  test.each([64, 88, 128])('may end with its connection, before all of it is read: %i KiB', async (kilobytes) => {
    const body = Buffer.alloc(kilobytes * 1024, 7)
    const server = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`)
        socket.end(body)
      })
    })
    const host = await listen(server)
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    const { bytes, sha256 } = await download(`http://${host}/`, { allow: [host], maxBytes: body.length })
    expect([bytes, sha256]).toEqual([body.length, createHash('sha256').update(body).digest('hex')])
  })

  test('fails when nobody listens, without telling the address', async () => {
    const server = createTcpServer()
    const host = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    await expectRefused(`http://${host}/`, 'the connection failed', { allow: [host] })
  })

  test('fails when it is not HTTP', async () => {
    const server = createTcpServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.6\r\n'))
    const host = await listen(server)
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    await expectRefused(`http://${host}/`, 'the connection failed', { allow: [host] })
  })

  test('comes from the host the certificate is asked for, not from its address', async () => {
    const names: string[] = []
    const server = createTlsServer({
      SNICallback: (name, callback) => {
        names.push(name)
        callback(new Error('no certificate here'))
      },
    })
    const port = (await listen(server)).split(':')[1]
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    const options = { allow: [`images.internal:${port}`], lookup: async () => ['127.0.0.1'] }
    await expectRefused(`https://images.internal:${port}/`, 'the connection failed', options)
    expect(names).toEqual(['images.internal'])
  })

  test('does not overwrite a file, and a failure of the disk is not a failed download', async () => {
    const host = await serve((_, response) => response.end(IMAGE))
    await writeFile(path, 'mine')
    await expect(download(`http://${host}/`, { allow: [host] })).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(path, 'utf8')).toBe('mine')
  })
})

describe('the time limit', () => {
  const limit = { timeoutMs: 200 }
  const reason = 'timed out after 0.2 s'

  test('ends a body that drips', async () => {
    const host = await serve((_, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    await expectRefused(`http://${host}/`, reason, { ...limit, allow: [host] })
  })

  test('ends waiting for headers', async () => {
    const host = await serve(() => {})
    await expectRefused(`http://${host}/`, reason, { ...limit, allow: [host] })
  })

  test('covers all redirects together', async () => {
    const host = await serve((request, response) => void setTimeout(() => countdown(request, response), 90))
    await expectRefused(`http://${host}/3`, reason, { ...limit, allow: [host] })
  })

  test('ends a name lookup', async () => {
    await expectRefused('http://slow.example/', reason, { ...limit, lookup: () => new Promise(() => {}) })
  })

  test('ends a TLS handshake', async () => {
    const server = createTcpServer((socket) => cleanups.push(async () => socket.destroy()))
    const host = await listen(server)
    cleanups.push(async () => server.close())
    await expectRefused(`https://${host}/`, reason, { ...limit, allow: [host] })
  })
})

describe('an abort', () => {
  test('before the start does not connect', async () => {
    const listener = vi.fn<RequestListener>()
    const host = await serve(listener)
    const reason = new Error('gone already')
    await expect(download(`http://${host}/`, { allow: [host] }, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(listener).not.toHaveBeenCalled()
  })

  test('during a name lookup', async () => {
    const caller = new AbortController()
    const lookup = () => new Promise<never>(() => caller.abort('a reason of any type'))
    await expect(download('http://slow.example/', { lookup }, caller.signal)).rejects.toBe('a reason of any type')
  })

  test('during the body ends the connection and removes the file', async () => {
    const caller = new AbortController()
    const closed = vi.fn()
    const host = await serve((_, response) => {
      response.on('close', closed).write('the beginning')
    })
    const reason = new Error('the client went away')
    const work = download(`http://${host}/`, { allow: [host] }, caller.signal)
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1))
    caller.abort(reason)
    await expect(work).rejects.toBe(reason)
    expect(await readdir(folder)).toEqual([])
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })

  test('comes with close, which waits for the files to be gone', async () => {
    const host = await serve((_, response) => response.write('the beginning'))
    const made = safeFetch({ allow: [host] })
    const work = made.download(`http://${host}/`, { path, parameter: 'image_url' }, new AbortController().signal)
    const outcome = expect(work).rejects.toThrow(`${FAILED}the server is shutting down`)
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1))
    await made.close()
    expect(await readdir(folder)).toEqual([])
    await outcome
  })
})
