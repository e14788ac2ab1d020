/** One run of the API: upload, work, fetch the result. It can be cancelled and reports what went wrong. */
import { useRef, useState } from 'preact/hooks'
import { type Problem, toProblem } from '../../../api/problem.js'
import type { ImageAnswer } from '../../../api/v1.js'
import type { Operation } from '../../../code-samples.js'
import { pausePictures } from '../../../components/picture-queue.js'
import { refreshBalance } from '../../../state/balance.js'
import { type Photo, sizeOf } from '../photo/photo.js'
import { callWithKey, fetchResult } from './call-api.js'
import type { Call } from './same-call.js'
import { remember } from './typical-time.js'

export interface RunRequest extends Call {
  readonly photo: Photo
}

export interface RunResult extends RunRequest, ImageAnswer {
  readonly blob: Blob
  /** An object URL of the blob. */
  readonly objectUrl: string
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly elapsedMs: number
  readonly madeAt: number
}

export type RunState =
  | { readonly stage: 'idle' }
  | (Call & { readonly stage: 'uploading'; readonly share: number })
  | (Call & { readonly stage: 'working' | 'fetching'; readonly since: number })
  | { readonly stage: 'failed'; readonly operation: Operation; readonly problem: Problem }
  | { readonly stage: 'cancelled'; readonly operation: Operation }

export interface Run {
  readonly state: RunState
  readonly start: (request: RunRequest) => Promise<RunResult | undefined>
  readonly cancel: () => void
  readonly clear: () => void
}

export function useRun(): Run {
  const [state, setState] = useState<RunState>({ stage: 'idle' })
  const running = useRef<AbortController>(undefined)

  const start = async (request: RunRequest): Promise<RunResult | undefined> => {
    const { operation, fields, photo } = request
    const call: Call = { operation, fields }
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const startedAt = Date.now()
    setState({ stage: 'uploading', ...call, share: 0 })
    pausePictures(true) // leaves the server free for what the user is waiting for
    try {
      const onSent = (share: number): void =>
        setState(share < 1 ? { stage: 'uploading', ...call, share } : { stage: 'working', ...call, since: Date.now() })
      const answer = await callWithKey({ ...call, photo: photo.file, onSent, signal: mine.signal })
      setState({ stage: 'fetching', ...call, since: startedAt })
      const blob = await fetchResult(answer.url, mine.signal)
      const objectUrl = URL.createObjectURL(blob)
      const madeAt = Date.now()
      const elapsedMs = madeAt - startedAt
      remember(operation, elapsedMs)
      const size = await sizeOf(objectUrl)
      setState({ stage: 'idle' })
      return { ...request, ...answer, blob, objectUrl, size, elapsedMs, madeAt }
    } catch (error) {
      if (running.current !== mine) return undefined
      setState(
        mine.signal.aborted
          ? { stage: 'cancelled', operation }
          : { stage: 'failed', operation, problem: toProblem(error) },
      )
      return undefined
    } finally {
      if (running.current === mine) pausePictures(false)
      void refreshBalance()
    }
  }

  return {
    state,
    start,
    cancel: () => running.current?.abort(),
    clear: () => setState({ stage: 'idle' }),
  }
}
