/** The rule by which a bucket deletes results itself; a server of our own stands in for stores, which differ most here. */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.js'
import { haveResultsExpire } from '../../src/storage/open.js'

const HOUR = 3600
let server: Server
/** The rules of the bucket; empty: it has none. */
let rules: string
let status: number

beforeEach(async () => {
  rules = ''
  status = 200
  server = createServer(async (request, response) => {
    expect(request.url).toBe('/photos?lifecycle=')
    expect(request.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=me\//)
    if (status !== 200) return response.writeHead(status).end('<Error><Code>AccessDenied</Code></Error>')
    if (request.method === 'GET') {
      if (rules) return response.end(rules)
      return response.writeHead(404).end('<Error><Code>NoSuchLifecycleConfiguration</Code></Error>')
    }
    const body = await text(request)
    expect(request.headers['content-md5']).toBe(createHash('md5').update(body).digest('base64'))
    rules = body
    return response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const setRule = (ttlSeconds: number) => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const STORAGE_URL = `s3://me:secret@photos/team?endpoint=${endpoint}`
  return haveResultsExpire(loadConfig({ STORAGE_URL, RESULT_TTL_SECONDS: String(ttlSeconds) }))
}

test.each([
  [1, 2],
  [24 * HOUR, 2],
  [24 * HOUR + 1, 3],
  [72 * HOUR, 4],
])('results that live %i s are deleted by the bucket after %i days, never before the sweep', async (seconds, days) => {
  expect(await setRule(seconds)).toEqual({
    id: 'silhouette-results',
    bucket: 'photos',
    prefix: 'team/r/',
    days,
    othersKept: 0,
  })
  expect(rules).toContain('<Filter><Prefix>team/r/</Prefix></Filter><Status>Enabled</Status>')
  expect(rules).toContain(`<Expiration><Days>${days}</Days></Expiration>`)
})

test('rules of others stay as they are; ours is replaced, not repeated', async () => {
  const theirs = '<Rule>\n <ID>logs</ID><Status>Enabled</Status>\n</Rule>'
  rules = `<?xml version="1.0"?><LifecycleConfiguration>${theirs}</LifecycleConfiguration>`
  await setRule(72 * HOUR)
  expect(await setRule(1)).toMatchObject({ days: 2, othersKept: 1 })
  expect(rules).toContain(theirs)
  for (const area of ['results', 'jobs', 'uploads']) expect(rules.split(`<ID>silhouette-${area}</ID>`)).toHaveLength(2)
  expect(rules).toContain('<Prefix>team/jobs/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>1</Days>')
  expect(rules).toContain('<Prefix>team/uploads/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>8</Days>')
})

test('a key that may not do it is told so', async () => {
  status = 403
  await expect(setRule(1)).rejects.toThrow(/refuses GET: 403 AccessDenied/)
})

test('a folder has no rules', async () => {
  expect(await haveResultsExpire(loadConfig({}))).toBeUndefined()
})
