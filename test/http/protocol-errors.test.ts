/** Requests that are none: answered in the words of the dialect that was called, where that is known. */
import { describe, expect, test } from 'vitest'
import { eventually, useApp } from './app.js'
import { Connection } from './connection.js'

const app = useApp()

/** Status and body of the only answer. */
async function answerTo(...pieces: string[]): Promise<{ status: number; body: unknown; head: string }> {
  const connection = await Connection.open(await app.listen())
  for (const piece of pieces) {
    await connection.send(piece)
    await new Promise((resolve) => setTimeout(resolve, 20)) // as packets of their own
  }
  const status = await connection.status()
  return eventually(() => {
    const [head = '', text = ''] = connection.received.split('\r\n\r\n')
    return { status, head, body: JSON.parse(text) as unknown }
  })
}

const envelopes = [
  ['/v1/remove', { errors: { code: expect.any(String), message: expect.any(String) } }],
  ['/v1.0/cutout', { errors: [{ title: expect.any(String), code: expect.any(String), detail: expect.any(String) }] }],
  ['/web/session', { errors: { code: expect.any(String), message: expect.any(String) } }],
  ['/elsewhere', { errors: { code: expect.any(String), message: expect.any(String) } }],
] as const

describe.each(envelopes)('%s', (path, envelope) => {
  const host = 'Host: silhouette\r\n'

  test.each<[string, number, string[]]>([
    ['a head that is too large', 431, [`POST ${path} HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}\r\n\r\n`]],
    ['a head that is no HTTP', 400, [`POST ${path} HTTP/1.1\r\n${host}no colon\r\n\r\n`]],
    ['a length that is none', 400, [`POST ${path} HTTP/1.1\r\n${host}Content-Length: many\r\n\r\n`]],
    ['no Host', 400, [`GET ${path} HTTP/1.1\r\n\r\n`]],
    ['two Hosts', 400, [`GET ${path} HTTP/1.1\r\n${host}HOST: elsewhere\r\n\r\n`]],
    ['another expectation', 417, [`GET ${path} HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`]],
  ])('%s', async (_, status, pieces) => {
    const answer = await answerTo(...pieces)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(envelope)
    expect(answer.head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(answer.head.toLowerCase()).toContain('x-request-id: req_')
  })
})

test('a broken chunk is answered in the words of the request it belongs to', async () => {
  const { key } = await app.caller()
  const headers = `Host: silhouette\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`
  const answer = await answerTo(`POST /v1.0/cutout HTTP/1.1\r\n${headers}\r\n`, '5\r\n{"a":\r\n', 'no length\r\n')
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_parameter' }] } })
})

test('bytes that are no request at all', async () => {
  expect(await answerTo('\x16\x03\x01 hello\r\n\r\n')).toMatchObject({
    status: 400,
    body: { errors: { code: 'validation error', message: 'The request is not valid HTTP' } },
  })
})

test('HTTP/1.0 needs no Host', async () => {
  expect((await answerTo('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
})
