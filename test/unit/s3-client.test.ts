/** Answers of S3 stores that a well-behaved one does not give on demand; a server of our own gives them. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { S3Place } from '../../src/base/s3-place.js'
import type { ObjectStore } from '../../src/storage/port.js'
import { createS3Client, type S3Client } from '../../src/storage/s3-client.js'
import { createS3Store } from '../../src/storage/s3-store.js'
import { temporaryFolder } from '../support/temporary-folder.js'

type Answer = [status: number, body?: string, headers?: Record<string, string>]

const folder = temporaryFolder()
const file = path.join(folder, 'file')
let server: Server
/** Given in turn; the last one for good. */
let answers: Answer[]
let requests: { head: IncomingMessage; body: Buffer }[]
let client: S3Client
let store: ObjectStore

beforeEach(async () => {
  await writeFile(file, 'hello')
  requests = []
  answers = [[200]]
  server = createServer(async (head, response) => {
    requests.push({ head, body: await buffer(head) })
    const [status, body = '', headers = {}] = (answers.length > 1 ? answers.shift() : answers[0])!
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = createS3Client({
    bucket: 'photos',
    prefix: '',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'me', secretAccessKey: 'a secret', sessionToken: 'a token' },
  })
  store = createS3Store(client, 'r/')
})
afterEach(async () => {
  await client.close()
  await new Promise((resolve) => server.close(resolve))
})

const error = (code: string): string => `<Error><Code>${code}</Code><Message>a secret</Message></Error>`

test('a put names type, length and hash of what it sends, and carries the token', async () => {
  await store.put('abc.png', file, 'image/png')
  const { head, body } = requests[0]!
  expect([head.method, head.url, String(body)]).toEqual(['PUT', '/photos/r/abc.png', 'hello'])
  expect(head.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '5',
    'x-amz-content-sha256': createHash('sha256').update('hello').digest('hex'),
    'x-amz-security-token': 'a token',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=me\/\d{8}\/eu-central-1\/s3\/aws4_request, /),
  })
})

test.each<[Partial<S3Place>, string]>([
  [{ endpoint: 'https://s3.local:9000' }, 'https://s3.local:9000/photos'],
  [{ endpoint: 'https://s3.local:9000', addressing: 'virtual' }, 'https://photos.s3.local:9000'],
  [{}, 'https://photos.s3.eu-central-1.amazonaws.com'],
  [{ addressing: 'path' }, 'https://s3.eu-central-1.amazonaws.com/photos'],
  [{ bucket: 'my.photos' }, 'https://s3.eu-central-1.amazonaws.com/my.photos'],
  [{ bucket: 'my.photos', addressing: 'virtual' }, 'https://my.photos.s3.eu-central-1.amazonaws.com'],
])('%j lies at %s', async (more, root) => {
  const { endpoint: _here, ...place } = client.place
  const other = createS3Client({ ...place, ...more })
  expect((await other.link('abc.png', {}, 60)).split('?')[0]).toBe(`${root}/abc.png`)
  await other.close()
})

test.each([500, 502, 503, 504, 429])('after a %i the whole object is sent again', async (status) => {
  answers = [[status, error('SlowDown')], [status], [200]]
  await store.put('abc.png', file, 'image/png')
  expect(requests.map(({ body }) => String(body))).toEqual(['hello', 'hello', 'hello'])
})

describe('in the end it is told', () => {
  test.each<[Answer, kind: string, message: RegExp, requests: number]>([
    [[503, error('SlowDown')], 'unreachable', /does not answer as it should: 503 SlowDown/, 3],
    [[500], 'unreachable', /does not answer as it should: 500/, 3],
    [[507, error('XMinioStorageFull')], 'full', /is full: it answered 507 XMinioStorageFull to PUT/, 1],
    [[403, error('QuotaExceeded')], 'full', /is full/, 1],
    [[403, error('RequestTimeTooSkewed')], 'refused', /The clock of this machine is wrong/, 1],
    [[403, error('ExpiredToken')], 'refused', /AWS_SESSION_TOKEN has expired/, 1],
    [[301, error('PermanentRedirect')], 'refused', /refuses PUT: 301 PermanentRedirect. Check STORAGE_URL/, 1],
    [[404, '<html>nothing here</html>'], 'refused', /refuses PUT: 404. Check STORAGE_URL/, 1],
    [[404, error('NoSuchKey')], 'refused', /refuses PUT: 404 NoSuchKey/, 1],
    [[403, '<html>a secret</html>'], 'refused', /refuses PUT: 403. Check STORAGE_URL/, 1],
  ])('what %j means', async (answer, kind, message, count) => {
    answers = [answer]
    const trouble: unknown = await store.put('abc.png', file, 'image/png').catch((reason: unknown) => reason)
    expect(trouble).toMatchObject({ name: 'StoreTrouble', kind, message: expect.stringMatching(message) })
    expect(String(trouble)).not.toContain('a secret')
    expect(requests).toHaveLength(count)
  })

  test('when some of many objects could not be deleted', async () => {
    answers = [[200, `<DeleteResult>\n<Error><Key>r/ab</Key><Code>AccessDenied</Code></Error></DeleteResult>`]]
    await expect(store.delete(['ab', 'cd'])).rejects.toThrow('could not delete some objects: AccessDenied')
  })
})

test('an object is absent when the store says so, not when somebody on the way has no such page', async () => {
  answers = [[404, error('NoSuchKey')]]
  expect(await store.read('abc.png')).toBeUndefined()
  await store.delete(['abc.png'])
  answers = [[404, '<html>nothing here</html>']]
  await expect(store.read('abc.png')).rejects.toMatchObject({ kind: 'refused' })
})

test.each<[string, Answer]>([
  ['the whole object', [200, '0123456789']],
  ['a longer part', [206, '23456789', { 'content-range': 'bytes 2-9/10' }]],
  ['that part', [206, '345', { 'content-range': 'bytes 3-5/10' }]],
])('a part is that part, also when the store sends %s', async (_what, answer) => {
  answers = [answer]
  expect(String(await buffer((await store.read('abc.png', { start: 3, end: 5 }))!))).toBe('345')
})
