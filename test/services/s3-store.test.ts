/** Objects in an S3-compatible store: the contract, who is let in, and what happens while the store is away. */
import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { S3Place } from '../../src/base/s3-place.js'
import type { StoreTrouble } from '../../src/base/store-trouble.js'
import { openStorageAt } from '../../src/storage/open.js'
import type { ObjectStore } from '../../src/storage/port.js'
import { createS3Client, type S3Client } from '../../src/storage/s3-client.js'
import { createS3Store } from '../../src/storage/s3-store.js'
import { objectStoreContract } from '../contract/object-store.js'
import { cableTo } from '../support/cable.js'
import { hasMoto, type Moto, startMoto } from '../support/moto.js'
import { s3Service } from '../support/s3-service.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const s3 = await s3Service()

const clients: S3Client[] = []
const clientOf = (place: S3Place): S3Client => {
  const client = createS3Client(place)
  clients.push(client)
  return client
}
const storeAt = (place: S3Place): ObjectStore => createS3Store(clientOf(place), 'r/')
afterAll(() => Promise.all(clients.map((client) => client.close())))

objectStoreContract('A bucket', async () => {
  const place = await s3.newPlace()
  return { store: storeAt(place), vanish: () => s3.removeBucket(place) }
})

describe.skipIf(!hasMoto())('another store', async () => {
  let moto: Moto
  beforeAll(async () => {
    moto = await startMoto()
  })
  afterAll(() => moto.kill())

  objectStoreContract('A bucket of another make', async () => {
    const place = await moto.newPlace()
    return { store: storeAt(place), vanish: () => moto.removeBucket(place) }
  })

  describe('by the name of its host', () => {
    /** Not every machine finds itself under these names. */
    beforeAll(() => {
      const { lookup } = dns
      const here = (name: string, ...rest: unknown[]): unknown =>
        Reflect.apply(lookup, dns, [name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest])
      vi.spyOn(dns, 'lookup').mockImplementation(here as typeof lookup)
    })
    afterAll(() => {
      vi.restoreAllMocks()
    })

    objectStoreContract('A bucket', async () => {
      const place = await moto.newPlace()
      const endpoint = moto.endpoint.replace('127.0.0.1', 's3.localhost')
      return { store: storeAt({ ...place, endpoint, addressing: 'virtual' }), vanish: () => moto.removeBucket(place) }
    })
  })

  test('checks who asks', async () => {
    const place = await moto.newPlace()
    const credentials = { ...place.credentials!, secretAccessKey: 'not-the-secret' }
    await expect(storeAt({ ...place, credentials }).ping()).rejects.toThrow(/SignatureDoesNotMatch/)
  })

  test('takes the key of a role for a web identity, with its token', async () => {
    const { credentials: _own, ...place } = await moto.newPlace()
    const token = path.join(folder, 'token')
    await writeFile(token, 'who I am')
    vi.stubEnv('AWS_ENDPOINT_URL_STS', moto.endpoint)
    vi.stubEnv('AWS_ROLE_ARN', moto.role)
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', token)
    await moto.checkCallers(false)
    const { results, close } = await openStorageAt(place)
    await moto.checkCallers(true)
    await put(results, 'abc.png')
    expect(await read(results, 'abc.png')).toBe('hello')
    await close()
    vi.unstubAllEnvs()
  })
})

const newFile = async (content: Uint8Array | string): Promise<string> => {
  const file = path.join(folder, 'file')
  await writeFile(file, content)
  return file
}
const put = async (store: ObjectStore, key: string, content: Uint8Array | string = 'hello'): Promise<void> =>
  store.put(key, await newFile(content), 'image/png')
const read = async (store: ObjectStore, key: string): Promise<string | undefined> => {
  const stream = await store.read(key)
  return stream && String(await buffer(stream))
}
const troubleOf = (work: Promise<unknown>): Promise<StoreTrouble> =>
  work.then(
    () => expect.fail('no trouble'),
    (error: StoreTrouble) => error,
  )
/** Of everything that a store can be asked. */
const troublesOf = (store: ObjectStore): Promise<StoreTrouble[]> =>
  Promise.all(
    [put(store, 'abc.png'), store.read('abc.png'), store.delete(['ab']), store.delete(['ab', 'cd']), store.ping()].map(
      troubleOf,
    ),
  )

describe('a bucket', () => {
  test('holds objects where their addresses say, below its prefix, with their types', async () => {
    const place = { ...(await s3.newPlace()), prefix: 'team/photos/' }
    const client = clientOf(place)
    await put(createS3Store(client, 'r/'), 'abc.png')
    const reply = await client.send({ method: 'GET', key: 'team/photos/r/abc.png' })
    expect(reply?.headers['content-type']).toBe('image/png')
    expect(await reply?.body.text()).toBe('hello')
    expect(await read(createS3Store(client, 'styles/'), 'abc.png')).toBeUndefined()
  })

  test('deletes more objects than one request may name', async () => {
    const store = storeAt(await s3.newPlace())
    for (const key of ['first', 'last', 'other']) await put(store, key)
    await store.delete(['first', ...Array.from({ length: 1200 }, (_, index) => `never-${index}`), 'last'])
    expect(await Promise.all(['first', 'last', 'other'].map((key) => read(store, key)))).toEqual([
      undefined,
      undefined,
      'hello',
    ])
  })

  test('lends an object to anybody who has the link, as it is described there, and to nobody else', async () => {
    const place = await s3.newPlace()
    const store = storeAt(place)
    await put(store, 'abc.png')
    const link = await store.addressOf?.('abc.png', { seconds: 60, cacheControl: 'public, max-age=9' })
    const reply = await fetch(link!, { headers: { range: 'bytes=1-3' } })
    expect(reply.status).toBe(206)
    expect(await reply.text()).toBe('ell')
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=9')
    expect((await fetch(link!.replace('abc.png', 'abd.png'))).status).toBe(403)
    expect(link).not.toContain('Secret')
  })

  test.each([
    [
      'a wrong secret',
      { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'not-the-secret' } },
      /SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY/,
    ],
    [
      'an unknown key',
      { credentials: { accessKeyId: 'SOMEBODY', secretAccessKey: 'not-the-secret' } },
      /AWS_ACCESS_KEY_ID/,
    ],
    ['a bucket that does not exist', { bucket: 'nowhere' }, /no bucket 'nowhere'/],
  ])('refuses %s, says so at once, and never shows the secret', async (_what, wrong, message) => {
    const place = { ...(await s3.newPlace()), ...wrong }
    const store = storeAt(place)
    for (const trouble of await troublesOf(store)) {
      expect(trouble).toMatchObject({ name: 'StoreTrouble', kind: 'refused' })
      expect(trouble.message).toMatch(message)
      expect(JSON.stringify([trouble.message, trouble.stack, trouble])).not.toContain('not-the-secret')
    }
  })
})

describe('a store that goes away', () => {
  const flaky = async () => {
    const cable = await cableTo(s3.host, s3.port)
    const store = storeAt({ ...(await s3.newPlace()), endpoint: `http://127.0.0.1:${cable.port}` })
    return { cable, store }
  }

  test('is told as unreachable, keeps the file for later, and works again when it is back', async () => {
    const { cable, store } = await flaky()
    await put(store, 'before')
    await cable.cut()
    for (const trouble of await troublesOf(store)) expect(trouble).toMatchObject({ kind: 'unreachable' })
    const file = await newFile('second try')
    await troubleOf(store.put('abc.png', file, 'image/png'))
    await cable.plugIn()
    await store.put('abc.png', file, 'image/png')
    expect(await read(store, 'abc.png')).toBe('second try')
    expect(await read(store, 'before')).toBe('hello')
    await store.ping()
    await cable.cut()
  })

  test('is found out when it takes connections but says nothing, also in the middle of a large object', async () => {
    const { cable, store } = await flaky()
    const large = randomBytes(8 * 1024 * 1024)
    cable.silence(true)
    const [ofPut, ofRead, ofPing] = await Promise.all([
      troubleOf(put(store, 'abc.png', large)),
      troubleOf(store.read('abc.png')),
      troubleOf(store.ping()),
    ])
    for (const trouble of [ofPut, ofRead, ofPing]) expect(trouble).toMatchObject({ kind: 'unreachable' })
    cable.silence(false)
    await put(store, 'abc.png', large)
    const stream = await store.read('abc.png')
    expect((await buffer(stream!)).equals(large)).toBe(true)
    await cable.cut()
  })

  test('a stumble is not even noticed', async () => {
    const { cable, store } = await flaky()
    await put(store, 'abc.png')
    await cable.cut()
    const reading = read(store, 'abc.png')
    await cable.plugIn()
    expect(await reading).toBe('hello')
    await cable.cut()
  })
})
