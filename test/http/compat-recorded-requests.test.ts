/**
 * What clients of the mirrored API send, byte for byte, as their sources and recordings show it: headers, order and
 * shape of the parts. `{key}` stands for the caller's key, `{photo}` for the picture, `{origin}` for the host of
 * pictures, `{length}` for the length of the body.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../src/imaging/job.js'
import { type Caller, eventually, useApp } from './app.js'
import { Connection } from './connection.js'
import { PNG } from './fake-engine.js'

const app = useApp()

/** Every byte value there is, line ends and dashes included; nothing on the way may change one. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 256 }, (_, byte) => byte), 0xff, 0xd9])
const PREVIEW = { cap: { longestSide: 640 }, watermark: true }

let caller: Caller

beforeEach(async () => {
  caller = await app.caller()
  app.origin = (_, response) => response.end(JPEG)
})

interface Recording {
  head: string
  body: Buffer
}

function recorded(text: string, key = caller.key): Recording {
  const lines = text.replace(/^\n/, '').replace(/^ {4}/gm, '').replaceAll('\n', '\r\n')
  const [, head = '', body = ''] = /^(.*?\r\n)\r\n(.*)$/s.exec(lines) ?? []
  const origin = encodeURIComponent(`http://${app.originHost}`)
  const bytes = Buffer.from(
    body.replace('{origin}', origin).replace('{photo}', () => JPEG.toString('latin1')),
    'latin1',
  )
  const filled = head.replace('{key}', key).replace('{length}', String(bytes.length))
  return { head: `${filled}\r\n`, body: bytes }
}

interface Answer {
  status: number
  headers: Headers
  body: Buffer
  json(): { data?: Record<string, unknown>; errors?: Record<string, string>[] }
}

async function replay(recording: Recording): Promise<Answer> {
  const connection = await Connection.open(await app.listen())
  await connection.send(recording.head)
  await connection.send(recording.body)
  return answerOf(connection)
}

function answerOf(connection: Connection): Promise<Answer> {
  return eventually(() => {
    const [, status, lines = '', rest = ''] =
      /^HTTP\/1\.1 (\d+) .*?\r\n(.*?)\r\n\r\n(.*)$/s.exec(final(connection)) ?? []
    const headers = new Headers(lines.split('\r\n').map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]))
    const body = Buffer.from(rest, 'latin1')
    if (!status || body.length < Number(headers.get('content-length'))) throw new Error(connection.received)
    return { status: Number(status), headers, body, json: () => JSON.parse(body.toString()) }
  })
}

const final = ({ received }: Connection): string => received.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, '')

/** The one job that reached the engine, after its photo was found unharmed. */
function onlyJob(): Job {
  expect(app.engine.seen).toHaveLength(1)
  const [{ job, input }] = app.engine.seen as [(typeof app.engine.seen)[number]]
  expect(input).toEqual(JPEG)
  return job
}

describe('remove-bg/remove-bg-cli 2.0.3', () => {
  const cutout = () =>
    recorded(`
    POST /v1.0/removebg HTTP/1.1
    Host: api.remove.bg
    Accept-Encoding: gzip, deflate
    X-Api-Key: {key}
    User-Agent: remove-bg-cli-2.0.3
    Content-Type: multipart/form-data; boundary=--------------------------480312
    Content-Length: {length}
    Connection: close

    ----------------------------480312
    Content-Disposition: form-data; name="image_file"; filename="plate copy 2.jpg"
    Content-Type: image/jpeg

    {photo}
    ----------------------------480312
    Content-Disposition: form-data; name="size"


    ----------------------------480312
    Content-Disposition: form-data; name="type"


    ----------------------------480312
    Content-Disposition: form-data; name="type_level"


    ----------------------------480312
    Content-Disposition: form-data; name="format"

    zip
    ----------------------------480312
    Content-Disposition: form-data; name="roi"


    ----------------------------480312
    Content-Disposition: form-data; name="crop"


    ----------------------------480312
    Content-Disposition: form-data; name="crop_margin"


    ----------------------------480312
    Content-Disposition: form-data; name="scale"


    ----------------------------480312
    Content-Disposition: form-data; name="position"


    ----------------------------480312
    Content-Disposition: form-data; name="channels"

    rgba
    ----------------------------480312
    Content-Disposition: form-data; name="add_shadow"


    ----------------------------480312
    Content-Disposition: form-data; name="semitransparency"


    ----------------------------480312
    Content-Disposition: form-data; name="bg_color"


    ----------------------------480312--
`)

  test('empty parts mean: not given', async () => {
    const answer = await replay(cutout())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-credits-charged')).toBe('0')
    const job = onlyJob()
    expect(job).toMatchObject({ ...PREVIEW, format: 'zip', channels: 'rgba', classify: true })
    for (const absent of ['roi', 'prefer', 'crop', 'scalePercent', 'position', 'background']) {
      expect(job).not.toHaveProperty(absent)
    }
  })

  test('waits as many whole seconds as it is told, so it is told', async () => {
    caller = await app.caller({ rateLimit: 1 })
    await replay(cutout())
    const answer = await replay(cutout())
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
    expect(answer.json().errors).toEqual([
      { code: 'rate_limit_exceeded', title: 'Rate limit exceeded', detail: expect.any(String) },
    ])
  })
})

describe('remove-bg/go', () => {
  const cutout = (size: string, type: string) =>
    recorded(`
    POST /v1.0/removebg HTTP/1.1
    Host: api.remove.bg
    User-Agent: remove-bg-go-1.1.0
    Content-Length: {length}
    Content-Type: multipart/form-data; boundary=6d5f1b2f0c9a
    X-Api-Key: {key}
    Accept-Encoding: gzip

    --6d5f1b2f0c9a
    Content-Disposition: form-data; name="image_file"; filename="person-in-field.jpg"
    Content-Type: application/octet-stream

    {photo}
    --6d5f1b2f0c9a
    Content-Disposition: form-data; name="format"

    zip
    --6d5f1b2f0c9a
    Content-Disposition: form-data; name="size"

    ${size}
    --6d5f1b2f0c9a
    Content-Disposition: form-data; name="type"

    ${type}
    --6d5f1b2f0c9a
    Content-Disposition: form-data; name="channels"


    --6d5f1b2f0c9a--
`)

  test('a file without a picture type, wanted as ZIP', async () => {
    const answer = await replay(cutout('auto', 'person'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-credits-charged')).toBe('1')
    expect(onlyJob()).toMatchObject({ cap: { pixels: 25_000_000 }, watermark: false, format: 'zip', prefer: 'person' })
  })

  test('joins the titles of all errors', async () => {
    const answer = await replay(cutout('gigantic', 'banana'))
    expect(answer.status).toBe(400)
    const titles = answer.json().errors!.map(({ title }) => title)
    expect(titles.join(', ')).toBe('Invalid parameter: size, Invalid parameter: type')
  })
})

describe('remove-bg/ruby', () => {
  const fromUrl = () =>
    recorded(`
    POST /v1.0/removebg HTTP/1.1
    User-Agent: remove-bg-ruby-1.4.1
    X-Api-Key: {key}
    Content-Type: application/x-www-form-urlencoded
    Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3
    Accept: */*
    Connection: close
    Host: api.remove.bg
    Content-Length: {length}

    image_url={origin}%2Fback.jpg&size=auto`)

  const fromFile = (key?: string) =>
    recorded(
      `
    POST /v1.0/removebg HTTP/1.1
    User-Agent: remove-bg-ruby-1.4.1
    X-Api-Key: {key}
    Content-Type: multipart/form-data; boundary=-----------RubyMultipartPost-e0914442889e170c50608c131387f329
    Content-Length: {length}
    Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3
    Accept: */*
    Connection: close
    Host: api.remove.bg

    -------------RubyMultipartPost-e0914442889e170c50608c131387f329
    Content-Disposition: form-data; name="size"

    full
    -------------RubyMultipartPost-e0914442889e170c50608c131387f329
    Content-Disposition: form-data; name="format"

    zip
    -------------RubyMultipartPost-e0914442889e170c50608c131387f329
    Content-Disposition: form-data; name="image_file"; filename="person-in-field.jpg"
    Content-Length: ${JPEG.length}
    Content-Type: image/jpeg
    Content-Transfer-Encoding: binary

    {photo}
    -------------RubyMultipartPost-e0914442889e170c50608c131387f329--
`,
      key,
    )

  test('an address, urlencoded', async () => {
    const answer = await replay(fromUrl())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(PNG)
    for (const name of ['x-credits-charged', 'x-width', 'x-height', 'x-ratelimit-limit', 'x-ratelimit-remaining']) {
      expect(answer.headers.get(name), name).toMatch(/^\d+$/)
    }
    expect(answer.headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/)
    onlyJob()
  })

  test('a dead link, in the words that its tests look for', async () => {
    app.origin = (_, response) => response.writeHead(404).end()
    const answer = await replay(fromUrl())
    expect(answer.status).toBe(400)
    expect(answer.json().errors?.[0]?.title).toMatch(/^Failed to download/)
  })

  test('a file, its part with more headers than others send', async () => {
    expect((await replay(fromFile())).status).toBe(200)
    expect(onlyJob()).toMatchObject({ format: 'zip', watermark: false })
  })

  test('a wrong key', async () => {
    const answer = await replay(fromFile('wrong'))
    expect(answer.status).toBe(403)
    expect(answer.json().errors?.[0]).toMatchObject({ title: 'API Key invalid', code: 'auth_failed' })
  })

  test('the account, whose keys it reads strictly', async () => {
    const answer = await replay(
      recorded(`
    GET /v1.0/account HTTP/1.1
    User-Agent: remove-bg-ruby-1.5.0
    X-Api-Key: {key}
    Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3
    Accept: */*
    Connection: close
    Host: api.remove.bg

`),
    )
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      data: {
        attributes: {
          credits: { total: 1, subscription: 0, payg: 1, enterprise: 0 },
          api: { free_calls: 0, sizes: 'all' },
        },
      },
    })
  })
})

test('brilam/remove-bg (Python): a region in mixed units, no type of the file, classes of its own', async () => {
  const answer = await replay(
    recorded(`
    POST /v1.0/removebg HTTP/1.1
    Host: api.remove.bg
    User-Agent: python-requests/2.31.0
    Accept-Encoding: gzip, deflate
    Accept: */*
    Connection: keep-alive
    X-Api-Key: {key}
    Content-Length: {length}
    Content-Type: multipart/form-data; boundary=0838c5634417030fb0d128d11abcb6f4

    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="size"

    regular
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="type"

    car_interior
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="type_level"

    none
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="format"

    auto
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="roi"

    0 0 100% 100%
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="crop"

    false
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="scale"

    original
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="position"

    original
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="channels"

    rgba
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="add_shadow"

    false
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="semitransparency"

    true
    --0838c5634417030fb0d128d11abcb6f4
    Content-Disposition: form-data; name="image_file"; filename="joker.jpg"

    {photo}
    --0838c5634417030fb0d128d11abcb6f4--
`),
  )
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(PNG)
  const px = (value: number) => ({ value, unit: 'px' })
  const percent = (value: number) => ({ value, unit: '%' })
  expect(onlyJob()).toMatchObject({
    ...PREVIEW,
    classify: false,
    prefer: 'car',
    roi: [px(0), px(0), percent(100), percent(100)],
    position: 'original',
  })
})

describe('mtownsend5512/remove-bg (PHP)', () => {
  test('a JPEG that it calls PNG', async () => {
    const answer = await replay(
      recorded(`
    POST /v1.0/removebg HTTP/1.1
    Content-Length: {length}
    User-Agent: Mtownsend/RemoveBg (github.com/mtownsend5512/remove-bg)
    Host: api.remove.bg
    X-API-Key: {key}
    Content-Type: multipart/form-data; boundary=a5b0d6c1e6f3

    --a5b0d6c1e6f3
    Content-Disposition: form-data; name="image_file"; filename="photo.png"
    Content-Length: ${JPEG.length}
    Content-Type: image/png

    {photo}
    --a5b0d6c1e6f3
    Content-Disposition: form-data; name="size"
    Content-Length: 4

    full
    --a5b0d6c1e6f3--
`),
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(PNG)
    expect(onlyJob()).toMatchObject({ watermark: false })
  })

  const fromBase64 = (base64: string) =>
    recorded(`
    POST /v1.0/removebg HTTP/1.1
    User-Agent: Mtownsend/RemoveBg (github.com/mtownsend5512/remove-bg)
    Host: api.remove.bg
    X-API-Key: {key}
    Accept: application/json
    Content-Type: application/x-www-form-urlencoded
    Content-Length: {length}

    image_file_b64=${encodeURIComponent(base64)}&size=regular`)

  test('base64 both ways', async () => {
    const answer = await replay(fromBase64(JPEG.toString('base64')))
    expect(answer.status).toBe(200)
    expect(answer.json().data).toMatchObject({ result_b64: PNG.toString('base64') })
    onlyJob()
  })

  test('joins all values of the first error', async () => {
    const answer = await replay(fromBase64('@@@'))
    expect(answer.status).toBe(400)
    const values = Object.values(answer.json().errors![0]!)
    expect(values.join(' - ')).toMatch(/^Invalid parameter: image_file_b64 - invalid_parameter - /)
  })
})

describe('remove-bg/integration (a form in the browser)', () => {
  test('preflight, without a key', async () => {
    const answer = await replay(
      recorded(`
    OPTIONS /v1.0/removebg HTTP/1.1
    Host: api.remove.bg
    Origin: http://localhost:8000
    Access-Control-Request-Method: POST
    Access-Control-Request-Headers: x-api-key
    Accept: */*

`),
    )
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-api-key')
  })

  const form = (url: string, fileHead: string, file: string) =>
    recorded(`
    POST /v1.0/removebg HTTP/1.1
    Host: api.remove.bg
    Origin: http://localhost:8000
    Accept: application/json
    X-API-Key: {key}
    Content-Type: multipart/form-data; boundary=----WebKitFormBoundaryLXuA8mZq
    Content-Length: {length}

    ------WebKitFormBoundaryLXuA8mZq
    Content-Disposition: form-data; name="api_key"

    a key again
    ------WebKitFormBoundaryLXuA8mZq
    Content-Disposition: form-data; name="image_url"

    ${url}
    ------WebKitFormBoundaryLXuA8mZq
    Content-Disposition: form-data; name="image_file"; ${fileHead}

    ${file}
    ------WebKitFormBoundaryLXuA8mZq
    Content-Disposition: form-data; name="size"

    regular
    ------WebKitFormBoundaryLXuA8mZq--
`)

  test('a file and an empty address', async () => {
    const answer = await replay(form('', 'filename="me.jpg"\n    Content-Type: image/jpeg', '{photo}'))
    expect(answer.status).toBe(200)
    expect(answer.json().data).toMatchObject({ result_b64: PNG.toString('base64') })
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Credits-Charged')
    expect(onlyJob()).toMatchObject(PREVIEW)
  })

  test('an address and no file chosen', async () => {
    const url = `http://${app.originHost}/me.jpg`
    const answer = await replay(form(url, 'filename=""\n    Content-Type: application/octet-stream', ''))
    expect(answer.status).toBe(200)
    onlyJob()
  })
})

describe('other habits', () => {
  test('axios asks for JSON, text and anything, and expects bytes', async () => {
    const answer = await replay(
      recorded(`
    POST /v1.0/removebg HTTP/1.1
    Accept: application/json, text/plain, */*
    Content-Type: application/x-www-form-urlencoded;charset=utf-8
    X-Api-Key: {key}
    User-Agent: axios/1.7.2
    Content-Length: {length}
    Accept-Encoding: gzip, compress, deflate, br
    Host: api.remove.bg
    Connection: close

    image_url={origin}%2Fa.jpg&size=preview`),
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.body).toEqual(PNG)
    onlyJob()
  })

  const fromCurl = (how: string) =>
    recorded(`
    POST /v1.0/removebg HTTP/1.1
    Host: api.remove.bg
    User-Agent: curl/7.68.0
    Accept: */*
    X-Api-Key: {key}
    ${how}
    Content-Type: multipart/form-data; boundary=------------------------d74496d66958873e

    --------------------------d74496d66958873e
    Content-Disposition: form-data; name="image_file"; filename="file.jpg"
    Content-Type: image/jpeg

    {photo}
    --------------------------d74496d66958873e
    Content-Disposition: form-data; name="size"

    auto
    --------------------------d74496d66958873e--
`)

  test('curl waits for leave to send its body', async () => {
    const { head, body } = fromCurl('Content-Length: {length}\n    Expect: 100-continue')
    const connection = await Connection.open(await app.listen())
    await connection.send(head)
    expect(await connection.status()).toBe(100)
    await connection.send(body)
    expect((await answerOf(connection)).status).toBe(200)
    onlyJob()
  })

  test('a body in chunks, cut anywhere', async () => {
    const { head, body } = fromCurl('Transfer-Encoding: chunked')
    const connection = await Connection.open(await app.listen())
    await connection.send(head)
    for (let start = 0; start < body.length; start += 37) {
      const chunk = body.subarray(start, start + 37)
      await connection.send(`${chunk.length.toString(16)}\r\n`)
      await connection.send(chunk)
      await connection.send('\r\n')
    }
    await connection.send('0\r\n\r\n')
    expect((await answerOf(connection)).status).toBe(200)
    onlyJob()
  })
})
