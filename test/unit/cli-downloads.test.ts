/** Photos that the command line fetches from the web before they are processed. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { withDownloads } from '../../src/cli/batch/download.js'
import type { Made } from '../../src/cli/batch/producer.js'
import { loadConfig } from '../../src/config/load.js'
import { photoHost, photoNamed } from '../support/photo-host.js'

const host = await photoHost()
const seen: { input: string; bytes: Buffer }[] = []
const made: Made = { width: 1, height: 1, bytes: 1 }

async function produce(input: string, env: Record<string, string> = {}): Promise<Made> {
  const producer = withDownloads(
    {
      ready: async () => async (files) => {
        seen.push({ input: files.input, bytes: readFileSync(files.input) })
        return made
      },
      close: async () => {},
    },
    loadConfig(env),
  )
  return (await producer.ready(1))!({ input, output: 'unused' }, new AbortController().signal)
}

test('a host on this machine is allowed, since the user named it; nothing is left behind', async () => {
  expect(await produce(host.urlOf('a.jpg'))).toBe(made)
  expect(seen.at(-1)?.bytes).toEqual(photoNamed('a.jpg'))
  expect(existsSync(seen.at(-1)!.input)).toBe(false)
})

test('a redirect to another private host is not followed', async () => {
  const server = createServer((_, reply) => reply.writeHead(302, { location: host.urlOf('secret') }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.jpg`
  await expect(produce(address)).rejects.toThrow(/^Failed to download the photo: port \d+ is not allowed/)
  expect(seen.map(({ bytes }) => bytes.toString())).not.toContain(photoNamed('secret').toString())
})

test('size is limited as in the API', async () => {
  await expect(produce(host.urlOf('a.jpg'), { MAX_UPLOAD_BYTES: '5' })).rejects.toThrow('larger than 5 bytes')
})
