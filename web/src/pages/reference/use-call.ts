/** One real call of a route, with everything it returned. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Problem, toProblem, unreachable } from '../../api/problem.js'
import { filledIn, type Values } from '../../reference/build-request.js'
import type { Route } from '../../reference/read-document.js'
import { refreshBalance } from '../../state/balance.js'
import { forgetPlaygroundKey, playgroundKey } from '../../state/playground-key.js'
import { session } from '../../state/session.js'

export type AnswerBody =
  | { readonly kind: 'json'; readonly text: string; readonly pictureUrl: string | undefined }
  | { readonly kind: 'picture'; readonly url: string; readonly type: string; readonly sizeBytes: number }
  | { readonly kind: 'file'; readonly url: string; readonly type: string; readonly sizeBytes: number }
  | { readonly kind: 'text'; readonly text: string }

export interface CallAnswer {
  readonly status: number
  readonly elapsedMs: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: AnswerBody
}

export type CallState =
  | { readonly stage: 'idle' | 'sending' | 'cancelled' }
  | { readonly stage: 'answered'; readonly answer: CallAnswer }
  | { readonly stage: 'failed'; readonly problem: Problem }

/** By the names of their parameters. */
export type Files = Readonly<Record<string, File>>

export interface CallInput {
  readonly values: Values
  readonly files: Files
  /** Of a visitor; members call with the key of their session. */
  readonly typedKey: string
}

export function useCall(route: Route) {
  const [state, setState] = useState<CallState>({ stage: 'idle' })
  const running = useRef<AbortController>(undefined)
  const shownUrl = useRef<string>(undefined)
  const forget = (): void => {
    if (shownUrl.current) URL.revokeObjectURL(shownUrl.current)
    shownUrl.current = undefined
  }
  useEffect(
    () => () => {
      running.current?.abort()
      forget()
    },
    [],
  )

  const send = async (input: CallInput): Promise<void> => {
    const mine = new AbortController()
    running.current = mine
    forget()
    setState({ stage: 'sending' })
    const startedAt = performance.now()
    try {
      const reply = await callWithKey(route, input, mine.signal)
      const body = await readBody(reply)
      if (body.kind === 'picture' || body.kind === 'file') shownUrl.current = body.url
      const elapsedMs = performance.now() - startedAt
      setState({ stage: 'answered', answer: { status: reply.status, elapsedMs, headers: [...reply.headers], body } })
    } catch (error) {
      if (mine.signal.aborted) setState({ stage: 'cancelled' })
      else setState({ stage: 'failed', problem: error instanceof TypeError ? unreachable : toProblem(error) })
    }
    if (route.method === 'POST') await refreshBalance()
  }

  return { state, send, cancel: () => running.current?.abort() }
}

/** Another tab of the same session may have replaced the key: retry once with a new one. */
async function callWithKey(route: Route, input: CallInput, signal: AbortSignal): Promise<Response> {
  if (route.isOpen || !session.get()?.account) return call(route, input, input.typedKey, signal)
  const key = await playgroundKey()
  const reply = await call(route, input, key, signal)
  if (reply.status !== 401) return reply
  await forgetPlaygroundKey(key)
  return call(route, input, await playgroundKey(), signal)
}

function call(route: Route, { values, files }: CallInput, key: string, signal: AbortSignal): Promise<Response> {
  const { path, headers, fields } = filledIn(route, values)
  const init: RequestInit = {
    headers: route.isOpen ? headers : { ...headers, 'X-Api-Key': key },
    credentials: 'omit',
    cache: 'no-store',
    signal,
  }
  if (route.method !== 'POST') return fetch(path, { ...init, method: route.method })
  const form = new FormData()
  for (const [name, file] of Object.entries(files)) form.append(name, file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return fetch(path, { ...init, method: 'POST', body: form })
}

async function readBody(reply: Response): Promise<AnswerBody> {
  const [type = ''] = (reply.headers.get('Content-Type') ?? '').split(';')
  if (type === 'application/json') return readJson(await reply.text())
  if (type.startsWith('text/')) return { kind: 'text', text: await reply.text() }
  const blob = await reply.blob()
  const kind = type.startsWith('image/') ? 'picture' : 'file'
  return { kind, url: URL.createObjectURL(blob), type, sizeBytes: blob.size }
}

function readJson(text: string): AnswerBody {
  try {
    const data = JSON.parse(text) as { url?: unknown }
    const pictureUrl = typeof data.url === 'string' ? data.url : undefined
    return { kind: 'json', text: JSON.stringify(data, null, 2), pictureUrl }
  } catch {
    return { kind: 'text', text }
  }
}
