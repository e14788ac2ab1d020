/** Accounts that pay nothing: nothing is held or charged, nothing is watermarked, and their rate still counts. */
import { describe, expect, test } from 'vitest'
import type { Job } from '../../src/imaging/job.js'
import { entriesOf } from '../support/ledger-entries.js'
import { type Caller, type Fields, multipart, PHOTO, TestApp, useApp } from './app.js'
import { signedIn } from './browser.js'
import { gate, OUTCOME } from './fake-engine.js'

const app = useApp()
const CUTOUT = '/v1.0/cutout'

async function unlimited(credits = 1): Promise<Caller> {
  const caller = await app.caller({ credits })
  await app.db.accounts.setUnlimited(caller.accountId, true)
  return caller
}

const jobs = (): Job[] => app.engine.seen.map(({ job }) => job)

const post = (caller: Caller, url: string, fields: Fields) =>
  caller.post(multipart({ image_file: PHOTO, ...fields }), {}, url)

async function expectNothingBooked(caller: Caller, credits: number): Promise<void> {
  expect(await app.db.accounts.findById(caller.accountId)).toMatchObject({ balance: credits, held: 0 })
  expect(await caller.charges()).toEqual([])
}

test.each([
  ['/v1/remove', 'preview', { longestSide: 4096 }],
  ['/v1/remove', 'auto', { longestSide: 4096 }],
  ['/v1/remove', 'full', { longestSide: 4096 }],
  [CUTOUT, 'preview', { longestSide: 640 }],
  [CUTOUT, 'auto', { pixels: 25_000_000 }],
  [CUTOUT, 'medium', { pixels: 1_500_000 }],
])('%s, size=%s: clean, in the size that it says, for nothing, even without credits', async (url, size, cap) => {
  const caller = await unlimited(0)
  const answer = await post(caller, url, { size })
  expect(answer.statusCode).toBe(url === CUTOUT ? 200 : 201)
  expect(answer.headers['x-silhouette-notice']).toBeUndefined()
  expect(answer.headers['x-credits-charged']).toBe(url === CUTOUT ? '0' : undefined)
  expect(jobs()).toEqual([expect.objectContaining({ kind: 'cutout', watermark: false, cap })])
  await expectNothingBooked(caller, 0)
})

test('/v1/remove, size=auto is full, where a preview is smaller', async () => {
  const small = new TestApp()
  await small.start({ PREVIEW_MAX_SIDE: '800', UNLIMITED: 'all' })
  try {
    const caller = await small.caller()
    for (const size of ['preview', 'auto']) await caller.remove({ size })
    const caps = small.engine.seen.map(({ job }) => job.kind === 'cutout' && job.cap)
    expect(caps).toEqual([{ longestSide: 800 }, { longestSide: 4096 }])
    await expectNothing(small, caller)
  } finally {
    await small.close()
  }
})

const expectNothing = async (of: TestApp, { accountId }: Caller) =>
  expect((await entriesOf(of.db, accountId)).filter(({ amount }) => amount < 0)).toEqual([])

describe.each([
  ['/v1/id-photo', { spec: '1inch' }, 'id-photo'],
  ['/v1/portrait-style', { style: 'ink-sketch' }, 'portrait-style'],
])('%s', (url, fields, kind) => {
  test('costs nothing', async () => {
    const caller = await unlimited()
    expect((await post(caller, url, fields)).statusCode).toBe(201)
    await expectNothingBooked(caller, 1)
  })

  test('preview=1 is the whole result, made small: it has no watermark', async () => {
    app.engine.execute = async (job, files) => {
      const { writeFile } = await import('node:fs/promises')
      await writeFile(files.output, job.kind)
      const size = job.kind === 'convert' ? { width: 300, height: 400 } : { width: 600, height: 800 }
      const facts = { extension: 'jpg', contentType: 'image/jpeg', bytes: job.kind.length } as const
      return { ...OUTCOME, ...size, ...facts, warnings: [], styleRecipe: 'as asked' }
    }
    const caller = await unlimited()
    const answer = await post(caller, url, { ...fields, preview: '1' })
    expect(answer.statusCode).toBe(201)
    const [whole, small] = app.engine.seen
    expect(whole?.job).toMatchObject({ kind })
    expect(whole?.job).not.toHaveProperty('preview')
    expect(small).toMatchObject({ job: { kind: 'convert', maxSide: 400, format: 'jpg' }, input: Buffer.from(kind) })
    const { url: address } = answer.json<{ url: string }>()
    expect((await app.get(new URL(address).pathname)).body).toBe('convert')
    expect(answer.headers['x-silhouette-notice']).toBeUndefined()
    await expectNothingBooked(caller, 1)
  })
})

test('a request ends as it began, whatever its account becomes meanwhile', async () => {
  const [paying, free] = [await app.caller({ credits: 3 }), await unlimited(3)]
  const { work, reached, open } = gate()
  app.engine.work = work
  const answers = [paying.remove({ size: 'full' }), free.remove({ size: 'full' })]
  await reached
  await app.db.accounts.setUnlimited(paying.accountId, true)
  await app.db.accounts.setUnlimited(free.accountId, false)
  open()
  for (const answer of answers) expect((await answer).statusCode).toBe(201)
  expect([await paying.charges(), await free.charges()]).toEqual([[-1], []])
  app.engine.work = async () => {}
  await paying.remove({ size: 'full' })
  await free.remove({ size: 'full' })
  expect([await paying.charges(), await free.charges()]).toEqual([[-1], [-1]])
})

test('the balance is a number that clients of remove.bg can read; the page says that it is unlimited', async () => {
  const someone = await signedIn(app)
  const { key } = await app.key(someone.accountId)
  const credits = async () =>
    (await app.get('/v1.0/account', { 'x-api-key': key })).json<{ data: { attributes: { credits: object } } }>().data
      .attributes.credits
  const own = async () => (await someone.get('/web/usage')).json<{ unlimited: boolean; balance: number }>()
  expect(await credits()).toEqual({ total: 1, subscription: 0, payg: 1, enterprise: 0 })
  expect(await own()).toMatchObject({ unlimited: false, balance: 1 })
  await app.db.accounts.setUnlimited(someone.accountId, true)
  expect(await credits()).toEqual({ total: 999_999_999, subscription: 0, payg: 999_999_999, enterprise: 0 })
  expect(await own()).toMatchObject({ unlimited: true, balance: 1 })
})

test('its images are counted as usage, and its rate is limited like that of others', async () => {
  const caller = await unlimited()
  await app.db.accounts.setRateLimit(caller.accountId, 2)
  expect((await caller.remove({ size: 'full' })).headers['x-ratelimit-limit']).toBe('2')
  await caller.remove({ size: 'full' })
  expect((await caller.remove({ size: 'full' })).statusCode).toBe(429)
  expect(await app.db.usage.daysOf(caller.accountId, 0)).toMatchObject([{ images: 2, credits: 0 }])
})
