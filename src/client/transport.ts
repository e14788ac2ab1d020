/**
 * One request, one answer. Plain `fetch` unless the upload's progress is wanted; then pages have XMLHttpRequest,
 * which tells how much was sent; Node takes a stream, which is counted while it is read. Where there is neither (service
 * workers), progress is told once, when everything has been sent.
 */
import { unreachable } from './error.js'

/** Bytes, of the whole body. */
export type OnUpload = (sent: number, total: number) => void

export interface CallOptions {
  /** Ends the request, or the wait before the next try. */
  readonly signal?: AbortSignal | undefined
}

export interface ImageCallOptions extends CallOptions {
  /**
   * Requests with the same key are carried out, and charged, once. A new one for every call unless given; `null` for
   * none, and then a lost connection is an error, because the client cannot know what became of the request.
   */
  readonly idempotencyKey?: string | null | undefined
  /** Bytes that were sent, and that are to be sent. */
  readonly onUpload?: OnUpload | undefined
}

/** Sends a request without a body, and reads the answer. */
export type Ask = <T>(method: 'GET' | 'DELETE', path: string, options: CallOptions | undefined) => Promise<T>

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Blob | undefined
  readonly signal?: AbortSignal | undefined
  readonly onUpload?: OnUpload | undefined
}

/** Rejects with the signal's reason, or with `unreachable`. */
export async function send(call: Call): Promise<Response> {
  call.signal?.throwIfAborted()
  try {
    return await (call.body && call.onUpload ? sendWatched(call, call.body, call.onUpload) : sendPlainly(call))
  } catch (error) {
    call.signal?.throwIfAborted()
    throw unreachable(new URL(call.url).origin, error)
  }
}

/** A redirection would carry the key elsewhere; the API has none. */
const sendPlainly = ({ url, method, headers, body, signal }: Call): Promise<Response> =>
  fetch(url, {
    method,
    headers,
    redirect: 'X-Api-Key' in headers ? 'error' : 'follow',
    ...(body && { body }),
    ...(signal && { signal }),
  })

interface Place {
  readonly XMLHttpRequest?: new () => UploadingRequest
  readonly process?: { readonly versions?: { readonly node?: string } }
}

async function sendWatched(call: Call, body: Blob, onUpload: OnUpload): Promise<Response> {
  const { XMLHttpRequest, process } = globalThis as Place
  if (XMLHttpRequest) return sendFromPage(new XMLHttpRequest(), call, body, onUpload)
  if (process?.versions?.node) return sendCounted(call, body, onUpload)
  const answer = await sendPlainly(call)
  onUpload(body.size, body.size)
  return answer
}

function sendCounted({ url, method, headers, signal }: Call, body: Blob, onUpload: OnUpload): Promise<Response> {
  let sent = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      sent += piece.byteLength
      controller.enqueue(piece)
      onUpload(sent, body.size)
    },
  })
  const streamed = {
    method,
    // Else the server would have to reckon with the largest body that there is.
    headers: { ...headers, 'Content-Type': body.type, 'Content-Length': String(body.size) },
    body: body.stream().pipeThrough(counter),
    duplex: 'half',
    redirect: 'error',
    ...(signal && { signal }),
  } as const
  return fetch(url, streamed)
}

/** As much of XMLHttpRequest as is used here; Node has none, nor its type. */
interface UploadingRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  readonly status: number
  readonly response: unknown
  responseType: string
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  onloadend: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: Blob): void
  abort(): void
}

function sendFromPage(request: UploadingRequest, call: Call, body: Blob, onUpload: OnUpload): Promise<Response> {
  const { method, url, headers, signal } = call
  return new Promise((resolve, reject) => {
    const stop = (): void => request.abort()
    request.open(method, url)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', body.type)
    request.upload.onprogress = ({ loaded, total }) => onUpload(loaded, total)
    request.onload = () =>
      resolve(new Response(request.response as Blob, { status: request.status, headers: headersOf(request) }))
    request.onerror = () => reject(new TypeError('The request failed'))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop)
    request.send(body)
  })
}

function headersOf(request: UploadingRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    // A value may be empty, and may have colons of its own.
    const [, name, value = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
    if (name) headers.append(name, value.trim())
  }
  return headers
}
