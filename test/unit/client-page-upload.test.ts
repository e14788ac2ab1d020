/** The client in a page: uploads that are watched go through XMLHttpRequest, which a stand-in plays here. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Silhouette } from '../../src/client/index.js'

type Answer = { status: number; headers: string; body: string } | 'no answer' | 'nothing yet'

/** As browsers have it, as far as it is used: progress while the body goes out, and once more at its end. */
class PageRequest {
  static answer: Answer
  static last: PageRequest
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
  status = 0
  response: unknown
  responseType = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  onloadend: (() => void) | null = null
  opened = ''
  body: Blob | undefined
  readonly sent: Record<string, string> = {}

  constructor() {
    PageRequest.last = this
  }
  open(method: string, url: string): void {
    this.opened = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string): void {
    this.sent[name] = value
  }
  getAllResponseHeaders(): string {
    return typeof PageRequest.answer === 'object' ? PageRequest.answer.headers : ''
  }
  send(body: Blob): void {
    this.body = body
    const { answer } = PageRequest
    for (const loaded of [body.size / 2, body.size]) this.upload.onprogress?.({ loaded, total: body.size })
    if (answer === 'nothing yet') return
    if (answer === 'no answer') this.onerror?.()
    else {
      this.status = answer.status
      this.response = new Blob([answer.body])
      this.onload?.()
    }
    this.onloadend?.()
  }
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', PageRequest))
afterEach(() => vi.unstubAllGlobals())

const client = new Silhouette({ server: 'https://photos.example.com', key: 'k', retries: 0 })
const image_file = new Blob(['photo'])

test('progress, the body and its headers go out; the answer and its headers come in', async () => {
  const headers = 'x-request-id: req_1\r\nx-style-recipe: style=ink; note: a: b\r\nx-warnings: \r\n'
  PageRequest.answer = { status: 201, headers, body: '{"url":"https://cdn.example/r/1.png"}' }
  const shares: number[] = []
  const onUpload = (sent: number, total: number): void => void shares.push(sent / total)
  const result = await client.portraitStyle({ image_file, style: 'ink-sketch' }, { onUpload })
  expect(result).toMatchObject({
    url: 'https://cdn.example/r/1.png',
    requestId: 'req_1',
    recipe: 'style=ink; note: a: b',
  })
  expect(shares).toEqual([0.5, 1])
  const { opened, sent, body } = PageRequest.last
  expect(opened).toBe('POST https://photos.example.com/v1/portrait-style')
  expect(sent).toMatchObject({ 'X-Api-Key': 'k', 'Idempotency-Key': expect.any(String) })
  const form = await new Response(body!, { headers: { 'Content-Type': sent['Content-Type']! } }).formData()
  expect(form.get('style')).toBe('ink-sketch')
  expect(await (form.get('image_file') as Blob).text()).toBe('photo')
})

test('refusals, silence and aborts are the same as everywhere', async () => {
  const watched = { onUpload: () => {} }
  PageRequest.answer = {
    status: 402,
    headers: 'x-request-id: req_2',
    body: '{"errors":{"code":"not_enough_credit","message":"No"}}',
  }
  await expect(client.remove({ image_file }, watched)).rejects.toMatchObject({
    status: 402,
    code: 'not_enough_credit',
    requestId: 'req_2',
  })
  PageRequest.answer = 'no answer'
  await expect(client.remove({ image_file }, watched)).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  PageRequest.answer = 'nothing yet'
  const controller = new AbortController()
  const call = client.remove({ image_file }, { ...watched, signal: controller.signal })
  await Promise.resolve()
  controller.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('without a watcher it is not needed', async () => {
  vi.stubGlobal('XMLHttpRequest', undefined)
  vi.stubGlobal('fetch', async () => new Response('{"url":"https://cdn.example/r/1.png"}', { status: 201 }))
  expect(await client.remove({ image_file })).toMatchObject({ url: 'https://cdn.example/r/1.png' })
})
