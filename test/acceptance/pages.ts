/** What servers under test download: a photo and its like, from an address on loopback that they are allowed to ask. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { photo } from './client.js'

export interface Pages {
  /** `host:port`, as FETCH_ALLOW wants it. */
  readonly host: string
  close(): void
}

export async function startPages(): Promise<Pages> {
  const jpeg = await photo()
  const server = createServer((request, reply) => {
    if (request.url === '/photo.jpg') reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
    else if (request.url === '/moved') reply.writeHead(302, { location: '/photo.jpg' }).end()
    else if (request.url === '/inside') reply.writeHead(302, { location: 'http://127.0.0.2/' }).end()
    else if (request.url === '/page') reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>no photo</html>')
    else if (request.url === '/large') reply.writeHead(200, { 'content-length': '20971521' }).end()
    else reply.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
