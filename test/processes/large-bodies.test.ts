/** What a body may consist of, and how much of it the server ever holds, whatever is sent. */
import { describe, expect, test, vi } from 'vitest'
import { type Body, json, multipartOf, PHOTO, urlencoded, useApp } from '../http/app.js'
import { Connection } from '../http/connection.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '1000' })
const CUTOUT = '/v1.0/cutout'
const MB = 1024 * 1024

const as = (type: string, payload: string): Body => ({ payload, headers: { 'content-type': type } })
const asJson = (payload: string): Body => as('application/json', payload)
const asForm = (payload: string): Body => as('application/x-www-form-urlencoded', payload)

const GIVEN_UP = /The fields of the request are larger|The body has more than 100 fields|head of a part is too long/

describe('a body of nonsense is given up within its first 64 KiB', () => {
  const objects = `{"x":[${'{},'.repeat(500_000)}{}]}`
  const keys = `{${Array.from({ length: 200_000 }, (_, i) => `"k${i}":1`).join()}}`
  const field = 'Content-Disposition: form-data; name="size"'

  test.each<[string, Body]>([
    ['an array of objects', asJson(objects)],
    ['many keys', asJson(keys)],
    ['deep arrays', asJson(`{"x":${'['.repeat(1_000_000)}`)],
    ['a long string', asJson(`{"x":"${'x'.repeat(1_000_000)}"}`)],
    ['a long number', asJson(`{"x":${'1'.repeat(1_000_000)}}`)],
    ['blanks', asJson(' '.repeat(1_000_000))],
    ['a picture inside of another field', asJson(`{"x":{"image_file_b64":"${'A'.repeat(1_000_000)}"}}`)],
    ['many fields', asForm('a&'.repeat(1_000_000))],
    ['a long value', asForm(`a=${'%41'.repeat(1_000_000)}`)],
    ['a long name', asForm('a'.repeat(1_000_000))],
    ['many pictures', asForm('image_file_b64=AAAA&'.repeat(100_000))],
    ['a part too long for a field', multipartOf([[field, 'x'.repeat(1_000_000)]])],
    ['many parts', multipartOf(Array.from({ length: 20_000 }, () => [field, '']))],
    ['a head without end', multipartOf([[`${field}${'; a=b'.repeat(100_000)}`, '']])],
  ])('%s', async (_, body) => {
    const { key } = await app.caller()
    for (const path of [CUTOUT, '/v1/remove']) {
      const connection = await Connection.open(await app.listen())
      await connection.head({ 'X-Api-Key': key, ...body.headers, 'Content-Length': body.payload.length }, path)
      await connection.send(Buffer.from(body.payload).subarray(0, 80 * 1024)) // the rest never comes
      expect(await connection.status()).toBe(400)
      expect(connection.received).toMatch(GIVEN_UP)
      connection.leave()
    }
  })
})

describe('base64', () => {
  const picture = Buffer.concat([PHOTO, Buffer.alloc(3 * MB, 'not all the same. ')])
  const text = picture.toString('base64')
  const lines = text.replaceAll(/.{76}/g, '$&\r\n')
  const escaped = text.replaceAll('/', '\\/').replaceAll('A', '\\u0041')

  test.each<[string, Body]>([
    ['in JSON', json({ size: 'preview', image_file_b64: text, crop: true })],
    ['in JSON, escaped', asJson(`{"image_file_b64":"${escaped}"}`)],
    ['in JSON, in lines', json({ image_file_b64: lines })],
    ['in JSON, under an escaped name', asJson(`{"image\\u005ffile_b64":"${text}"}`)],
    ['urlencoded', urlencoded({ size: 'preview', image_file_b64: text, crop: 'true' })],
    ['urlencoded, under an escaped name', asForm(`image%5Ffile_b64=${encodeURIComponent(text)}`)],
    ['in a part', multipartOf([['Content-Disposition: form-data; name="image_file_b64"', lines]])],
  ])('%s', async (_, body) => {
    const answer = await (await app.caller()).post(body, {}, CUTOUT)
    expect([answer.statusCode, app.engine.seen.length]).toEqual([200, 1])
    expect(app.engine.seen[0]?.input.equals(picture)).toBe(true)
  })

  test('the last one that is not empty counts', async () => {
    const [first, second] = [PHOTO.toString('base64'), Buffer.concat([PHOTO, PHOTO]).toString('base64')]
    for (const body of [
      asJson(`{"image_file_b64":"@","image_file_b64":"${first}","image_file_b64":"${second}","image_file_b64":" "}`),
      asForm(`image_file_b64=@&image_file_b64=${encodeURIComponent(second)}&image_file_b64=`),
    ]) {
      app.engine.seen = []
      expect((await (await app.caller()).post(body, {}, CUTOUT)).statusCode).toBe(200)
      expect(app.engine.seen[0]?.input).toEqual(Buffer.concat([PHOTO, PHOTO]))
    }
  })

  test('that is none is one mistake among others', async () => {
    const body = json({ image_file_b64: `AAAA@${'A'.repeat(1_000_000)}`, size: 'gigantic' })
    const answer = await (await app.caller()).post(body, {}, CUTOUT)
    expect(answer.json()).toMatchObject({
      errors: [
        { title: 'Invalid parameter: image_file_b64', detail: expect.stringContaining("got 'AAAA@AAAA") },
        { title: 'Invalid parameter: size' },
      ],
    })
  })

  test('is on disk before the rest is there, in either encoding', async () => {
    const caller = await app.caller()
    for (const [type, start] of [
      ['application/json', '{"image_file_b64":"'],
      ['application/x-www-form-urlencoded', 'image_file_b64='],
    ] as const) {
      const connection = await Connection.open(await app.listen())
      const head = { 'X-Api-Key': caller.key, 'Content-Type': type, 'Content-Length': 10 * MB }
      await connection.head(head, CUTOUT)
      await connection.send(start + 'A'.repeat(MB))
      await vi.waitFor(async () => expect(await app.spooledBytes()).toBeGreaterThan(700_000))
      connection.leave()
      await app.expectNothingLeftOver()
    }
  })
})
