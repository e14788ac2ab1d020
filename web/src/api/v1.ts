/** The public image API, called as any client would. XMLHttpRequest, because fetch reports no upload progress. */
import type { Operation } from '../code-samples.js'
import { problemOf, RequestFailed, unreachable } from './problem.js'

export interface ImageCall {
  readonly operation: Operation
  readonly key: string
  readonly photo: Blob
  readonly fileName: string
  readonly fields: Readonly<Record<string, string>>
  /** 0..1; 1 once everything has been sent. */
  readonly onSent: (share: number) => void
  readonly signal: AbortSignal
}

export interface ImageAnswer {
  readonly url: string
  /** Codes of `X-Photo-Faults` and of `X-Policy-Notes`. */
  readonly faults: readonly string[]
  readonly notes: readonly string[]
  /** `X-Style-Recipe`. */
  readonly recipe: string | undefined
}

export function callImageApi(call: ImageCall): Promise<ImageAnswer> {
  const body = new FormData()
  body.append('image_file', call.photo, call.fileName)
  for (const [name, value] of Object.entries(call.fields)) body.append(name, value)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    request.open('POST', `/v1/${call.operation}`)
    request.setRequestHeader('X-Api-Key', call.key)
    request.upload.onprogress = ({ loaded, total }) => call.onSent(total > 0 ? loaded / total : 0)
    request.upload.onload = () => call.onSent(1)
    request.onerror = () => reject(new RequestFailed(unreachable))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onload = () => {
      if (request.status === 201) resolve(readAnswer(request))
      else reject(new RequestFailed(problemOf(headOf(request), request.responseText)))
    }
    request.onloadend = () => call.signal.removeEventListener('abort', stop)
    call.signal.addEventListener('abort', stop)
    request.send(body)
  })
}

const headOf = (request: XMLHttpRequest) => ({
  status: request.status,
  header: (name: string): string | null => request.getResponseHeader(name),
})

function readAnswer(request: XMLHttpRequest): ImageAnswer {
  const { url } = JSON.parse(request.responseText) as { url: string }
  const codes = (header: string): readonly string[] =>
    (request.getResponseHeader(header) ?? '')
      .split(',')
      .map((code) => code.trim())
      .filter(Boolean)
  return {
    url,
    faults: codes('X-Photo-Faults'),
    notes: codes('X-Policy-Notes'),
    recipe: request.getResponseHeader('X-Style-Recipe') ?? undefined,
  }
}
