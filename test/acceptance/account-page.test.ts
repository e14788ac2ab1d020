/** A customer's way through the account page, by HTTP alone: from the first visit to a key that is refused. */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { blob, download, errorOf, form, photo, remove, urlOf } from './client.js'
import { openTarget, type Target } from './target.js'
import { Visitor } from './visitor.js'

const PASSWORD = 'correct horse battery'

let target: Target
beforeAll(async () => {
  target = openTarget()
})
const newEmail = (): string => `customer-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`
const json = async <T>(reply: Promise<Response>): Promise<T> => (await reply).json() as Promise<T>

interface Entry {
  kind: string
  operation: string | null
  keyName: string | null
  amount: number
  resultId: string | null
}

test('sign up → free credit → key → a picture → the charge in the ledger → revoke → refused', async () => {
  const visitor = new Visitor(target.baseUrl)
  const email = newEmail()
  const { account, freeCredits } = await visitor.signUp(email, PASSWORD)
  expect(account).toMatchObject({ email, operator: false, balance: freeCredits })

  const made = await json<{ key: string; record: { id: string } }>(visitor.send('POST', '/web/keys', { name: 'Shop' }))
  const send = async (size: string) =>
    remove(target.baseUrl, form({ image_file: blob(await photo()), size }), { key: made.key })
  const url = await urlOf(await send('full'))

  const { entries } = await json<{ entries: Entry[] }>(visitor.send('GET', '/web/ledger'))
  const [, resultId] = /([\w-]+)\.png$/.exec(url)!
  expect(entries).toMatchObject([
    { kind: 'charge', operation: 'remove', keyName: 'Shop', amount: -1, resultId },
    { kind: 'opening', amount: freeCredits },
  ])
  const usage = await json<{ balance: number; days: { images: number; credits: number }[] }>(
    visitor.send('GET', '/web/usage'),
  )
  expect(usage.balance).toBe(freeCredits - 1)
  expect(usage.days.at(-1)).toMatchObject({ images: 1, credits: 1 })
  const { keys } = await json<{ keys: { lastUsedAt: number | null }[] }>(visitor.send('GET', '/web/keys'))
  expect(Date.now() - keys[0]!.lastUsedAt!).toBeLessThan(120_000)

  expect((await visitor.send('DELETE', `/web/keys/${made.record.id}`)).status).toBe(204)
  expect(await errorOf(await send('preview'))).toMatchObject({ status: 401, code: 'authentication_failed' })
})

describe('a result', () => {
  test('is listed with a small picture of it, and gone when its owner says so', async () => {
    const visitor = new Visitor(target.baseUrl)
    await visitor.signUp(newEmail(), PASSWORD)
    const { key } = await json<{ key: string }>(visitor.send('POST', '/web/playground-key'))
    const url = await urlOf(await remove(target.baseUrl, form({ image_file: blob(await photo()) }), { key }))

    const { results } = await json<{ results: { id: string; url: string; thumbnailUrl: string }[] }>(
      visitor.send('GET', '/web/results'),
    )
    expect(results).toMatchObject([{ url }])
    const thumbnail = await visitor.send('GET', results[0]!.thumbnailUrl)
    expect(thumbnail.headers.get('content-type')).toBe('image/png')
    const { width, height, hasAlpha } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()
    expect([Math.max(width, height), hasAlpha]).toEqual([320, true])

    const stranger = new Visitor(target.baseUrl)
    await stranger.signUp(newEmail(), PASSWORD)
    expect((await stranger.send('GET', results[0]!.thumbnailUrl)).status).toBe(404)
    expect((await stranger.send('DELETE', `/web/results/${results[0]!.id}`)).status).toBe(404)

    expect((await visitor.send('DELETE', `/web/results/${results[0]!.id}`)).status).toBe(204)
    expect((await download(url)).reply.status).toBe(404)
  })
})

test('the key of the playground ends with the session', async () => {
  const visitor = new Visitor(target.baseUrl)
  await visitor.signUp(newEmail(), PASSWORD)
  const { key } = await json<{ key: string }>(visitor.send('POST', '/web/playground-key'))
  const status = async () => (await fetch(`${target.baseUrl}/v1/styles`, { headers: { 'X-Api-Key': key } })).status
  expect(await status()).toBe(200)
  expect((await visitor.send('POST', '/web/sign-out')).status).toBe(204)
  expect(await status()).toBe(401)
  expect((await visitor.send('GET', '/web/keys')).status).toBe(401)
})

test('an operator made on the command line grants credits; a former operator cannot', async () => {
  const [email, customer] = [newEmail(), newEmail()]
  await target.cli('account', 'create', '--email', email, '--password', PASSWORD, '--operator')
  await target.cli('account', 'create', '--email', customer, '--credits', '5')
  const visitor = new Visitor(target.baseUrl)
  expect((await visitor.signIn(email, PASSWORD)).account?.operator).toBe(true)
  const { accounts } = await json<{ accounts: { id: string }[] }>(
    visitor.send('GET', `/web/operator/accounts?search=${customer}`),
  )
  const credits = `/web/operator/accounts/${accounts[0]!.id}/credits`
  expect(await json(visitor.send('POST', credits, { amount: 7 }))).toEqual({ balance: 12 })
  expect(await target.creditsOf(customer)).toBe(12)
  await target.cli('account', 'operator', '--email', email, '--off')
  expect((await visitor.send('POST', credits, { amount: 7 })).status).toBe(404)
  await target.cli('account', 'operator', '--email', email)
  expect((await visitor.send('GET', '/web/operator/overview')).status).toBe(200)
})

test('a deleted account is gone, and its email free again', async () => {
  const visitor = new Visitor(target.baseUrl)
  const email = newEmail()
  await visitor.signUp(email, PASSWORD)
  expect((await visitor.send('POST', '/web/delete-account', { password: PASSWORD })).status).toBe(204)
  expect((await visitor.session()).account).toBeNull()
  await expect(visitor.signIn(email, PASSWORD)).rejects.toThrow('wrong_credentials')
  expect((await visitor.signUp(email, PASSWORD)).account?.email).toBe(email)
})

test('every page is there, refers to no other host and lets nobody frame it', async () => {
  for (const path of ['/', '/sign-in', '/playground', '/guide/errors']) {
    const reply = await fetch(`${target.baseUrl}${path}`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(await reply.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  }
})
