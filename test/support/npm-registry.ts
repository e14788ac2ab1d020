/** A small npm registry on loopback that stands for the user's mirror. It knows one package: tiny-weights@1.0.0. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import * as tar from 'tar'

export interface TestRegistry {
  readonly url: string
  readonly requests: IncomingMessage[]
  tarball: Buffer
  /** Without it, requests are answered with 401. */
  token?: string
  /** How the tarball is sent; all at once unless it says otherwise. */
  send: (response: ServerResponse, tarball: Buffer) => void
  close(): Promise<void>
}

export async function startRegistry(tarball: Buffer): Promise<TestRegistry> {
  const server = await listenOnLoopback((request, response) => {
    registry.requests.push(request)
    if (registry.token && request.headers.authorization !== `Bearer ${registry.token}`)
      return void response.writeHead(401).end('{}')
    // Through a proxy, the whole address is asked for.
    const { pathname } = new URL(request.url ?? '/', registry.url)
    if (pathname === '/tiny-weights') response.end(JSON.stringify(packument(registry)))
    else if (pathname === '/tiny-weights/-/tiny-weights-1.0.0.tgz') registry.send(response, registry.tarball)
    else response.writeHead(404).end('{}')
  })
  const registry: TestRegistry = {
    ...server,
    requests: [],
    tarball,
    send: (response, bytes) => void response.end(bytes),
  }
  return registry
}

export async function listenOnLoopback(handler: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A real npm tarball: everything within one folder. */
export async function packageOf(scratch: string, files: Record<string, Buffer>, inFolder = 'package'): Promise<Buffer> {
  const source = await mkdtemp(path.join(scratch, 'package-'))
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(source, inFolder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  const file = path.join(source, 'package.tgz')
  await tar.create({ gzip: true, cwd: source, file }, [inFolder])
  return readFile(file)
}

export const integrityOf = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

const packument = ({ url, tarball }: TestRegistry): unknown => ({
  name: 'tiny-weights',
  'dist-tags': { latest: '1.0.0' },
  versions: {
    '1.0.0': {
      name: 'tiny-weights',
      version: '1.0.0',
      dist: { tarball: `${url}tiny-weights/-/tiny-weights-1.0.0.tgz`, integrity: integrityOf(tarball) },
    },
  },
})
