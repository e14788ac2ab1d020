/** Signatures of webhooks against openssl, with the example of Standard Webhooks' libraries, and deliveries that are not genuine. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signWebhook, type Verification, verifyWebhook } from '../../src/client/webhook.js'

/** Secret, id, time and body are those of the libraries of Standard Webhooks; the signature is what openssl computes from them. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  now: 1_614_265_330_000,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const HEADERS = {
  'webhook-id': VECTOR.id,
  'webhook-timestamp': '1614265330',
  'webhook-signature': VECTOR.signature,
}

const verify = (change: Partial<Verification> = {}) =>
  verifyWebhook({ secret: VECTOR.secret, headers: HEADERS, body: VECTOR.body, now: VECTOR.now, ...change })
const withHeaders = (change: Partial<Record<keyof typeof HEADERS, string>>) =>
  verify({ headers: { ...HEADERS, ...change } })
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

describe('signing', () => {
  test('gives the headers of the specification, for its example', async () => {
    expect(await signWebhook([VECTOR.secret], VECTOR)).toEqual(HEADERS)
  })

  test('agrees with openssl, also beyond ASCII', async () => {
    const [secret, body, id] = [newSecret(), '{"name":"Müller 🖼"}', 'evt_1']
    const hexKey = Buffer.from(secret.slice(6), 'base64').toString('hex')
    const command = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hexKey}`, '-binary']
    const expected = execFileSync('openssl', command, { input: `${id}.1800000000.${body}` }).toString('base64')
    const headers = await signWebhook([secret], { id, body, now: 1_800_000_000_999 })
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  })

  test('by two secrets gives two signatures: receivers with either of them accept it, with a third one do not', async () => {
    const [old, current] = [newSecret(), newSecret()]
    const { id, body, now } = VECTOR
    const headers = { ...(await signWebhook([current, old], { id, body, now })) }
    for (const secret of [old, current]) expect(await verify({ secret, headers })).toMatchObject({ id })
    await expect(verify({ secret: newSecret(), headers })).rejects.toThrow('No signature matches')
  })
})

describe('verifying', () => {
  test('gives the event with its id, whatever the shape of headers and body', async () => {
    const event = { id: VECTOR.id, test: 2432232314 }
    expect(await verify()).toEqual(event)
    expect(await verify({ headers: new Headers(HEADERS), body: Buffer.from(VECTOR.body) })).toEqual(event)
    expect(await verify({ secret: VECTOR.secret.replace('whsec_', '') })).toEqual(event)
  })

  test('finds the one that matches among several signatures, also of versions to come', async () => {
    const others = 'v2,AAAA v1a,AAAA v1,AAAA v1,not-base64! v1,'
    expect(await withHeaders({ 'webhook-signature': `${others} ${VECTOR.signature}` })).toMatchObject({ id: VECTOR.id })
    await expect(withHeaders({ 'webhook-signature': others })).rejects.toThrow('No signature matches')
  })

  test.each(Object.keys(HEADERS) as (keyof typeof HEADERS)[])('refuses a delivery without %s', async (name) => {
    const { [name]: _, ...rest } = HEADERS
    await expect(verify({ headers: rest })).rejects.toThrow(`The header ${name} is missing`)
  })

  test('refuses another body, id or time, though each is well formed', async () => {
    await expect(verify({ body: VECTOR.body.replace('4}', '5}') })).rejects.toThrow('No signature matches')
    await expect(withHeaders({ 'webhook-id': 'msg_other' })).rejects.toThrow('No signature matches')
    await expect(withHeaders({ 'webhook-timestamp': '1614265331' })).rejects.toThrow('No signature matches')
    await expect(withHeaders({ 'webhook-signature': VECTOR.signature.replace('v1,', 'v2,') })).rejects.toThrow()
  })

  test('refuses what is more than five minutes old or ahead: a recorded delivery cannot be played again', async () => {
    const minutes = (count: number) => verify({ now: VECTOR.now + count * 60_000 })
    expect(await minutes(5)).toMatchObject({ id: VECTOR.id })
    expect(await minutes(-5)).toMatchObject({ id: VECTOR.id })
    await expect(minutes(5.1)).rejects.toThrow('306 seconds old')
    await expect(minutes(-5.1)).rejects.toThrow('306 seconds in the future')
    expect(await verify({ now: VECTOR.now + 360_000, toleranceSeconds: 360 })).toMatchObject({ id: VECTOR.id })
    for (const time of ['soon', '-1', '1e9', ' 1614265330', '1614265330.5'])
      await expect(withHeaders({ 'webhook-timestamp': time })).rejects.toThrow('not a time')
  })

  test('says what is wrong with a secret, and with a body that is no event', async () => {
    for (const secret of ['whsec_', '', 'whsec_ü']) await expect(verify({ secret })).rejects.toThrow('whsec_ followed')
    for (const body of ['null', 'not JSON', '7']) {
      const headers = { ...(await signWebhook([VECTOR.secret], { ...VECTOR, body })) }
      await expect(verify({ headers, body })).rejects.toThrow('no JSON object')
    }
  })
})
