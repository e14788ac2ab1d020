/** Watermarked results say so: in a header, in the log of the server, and in the request log. */
import { expect, test } from 'vitest'
import { eventually, type Fields, multipart, PHOTO, useApp } from './app.js'
import { signedIn } from './browser.js'

const app = useApp({ PRICE_ID_PHOTO: '3' })
const NOTICE = 'x-silhouette-notice'
const OPERATOR = 'or ask the operator of this server to make your account unlimited.'
const AS_PREVIEW = 'This result is watermarked because it is a free preview.'

const post = async (url: string, fields: Fields, credits: number, headers = {}) =>
  (await app.caller({ credits })).post(multipart({ image_file: PHOTO, ...fields }), headers, url)

test.each([
  ['/v1/remove', {}, `${AS_PREVIEW} Send size=full for a clean one (1 credit), ${OPERATOR}`],
  ['/v1/remove', { size: 'auto' }, `${AS_PREVIEW} Send size=full for a clean one (1 credit), ${OPERATOR}`],
  ['/v1.0/cutout', {}, `${AS_PREVIEW} Send size=full for a clean one (1 credit), ${OPERATOR}`],
  [
    '/v1/id-photo',
    { spec: '1inch', preview: '1' },
    `${AS_PREVIEW} Leave out preview for a clean one (3 credits), ${OPERATOR}`,
  ],
  [
    '/v1.0/cutout',
    { size: 'auto' },
    'This result is watermarked because the account had too few credits for size=auto to be full. ' +
      `Get more credits (a clean result costs 1 credit), ${OPERATOR}`,
  ],
])('%s %j', async (url, fields, notice) => {
  const answer = await post(url, fields, 0)
  expect(answer.statusCode).toBeLessThan(300)
  expect(answer.headers[NOTICE]).toBe(notice)
  expect(answer.headers['access-control-expose-headers']).toContain('X-Silhouette-Notice')
})

test.each([
  ['/v1/remove', { size: 'full' }],
  ['/v1.0/cutout', { size: 'auto' }],
  ['/v1/portrait-style', { style: 'ink-sketch' }],
  ['/v1/remove', { size: 'nonsense' }],
])('nothing is said where nothing is watermarked: %s %j', async (url, fields) => {
  expect((await post(url, fields, 9)).headers[NOTICE]).toBeUndefined()
})

test('a repeated answer says it again; the logs say why', async () => {
  const someone = await signedIn(app)
  await app.db.ledger.take(someone.accountId, 1)
  const caller = await app.key(someone.accountId)
  const ask = () => caller.remove({ size: 'auto' }, { 'idempotency-key': 'order 17' }, '/v1.0/cutout')
  const [first, again] = [await ask(), await ask()]
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.headers[NOTICE]).toBe(first.headers[NOTICE])
  expect(first.headers[NOTICE]).toContain('too few credits')
  await caller.remove()
  await eventually(async () => {
    const { requests } = (await someone.get('/web/requests')).json<{ requests: { watermark: string | null }[] }>()
    expect(requests.map(({ watermark }) => watermark)).toEqual(['preview', 'no_credit', 'no_credit'])
  })
  expect((await someone.get('/web/requests.csv')).body).toMatch(/,watermark\r?\n.*,preview\r?\n/)
  const id = first.headers['x-request-id']
  expect(
    app.logLines.find((line) => line.includes(`"${id}"`) && line.includes('"watermark":"no_credit"')),
  ).toBeDefined()
})
