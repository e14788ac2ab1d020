/** The visitor's camera, on for as long as it is shown, at the highest resolution it has. */
import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Size } from './sitting-guide.js'

/** `insecure`: browsers have no camera for pages that others could have changed on the way. */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'inUse' | 'failed'

export type CameraState =
  | { readonly stage: 'opening' }
  | { readonly stage: 'live'; readonly size: Size }
  | { readonly stage: 'failed'; readonly problem: CameraProblem }

export interface Camera {
  readonly state: CameraState
  /** All there are; known once one may be used. */
  readonly devices: readonly MediaDeviceInfo[]
  readonly device: string
  readonly choose: (device: string) => void
  readonly retry: () => void
}

/** More than any has: the browser takes what comes nearest. */
const MOST_PIXELS = { width: { ideal: 8192 }, height: { ideal: 8192 } }

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  NotFoundError: 'missing',
  NotReadableError: 'inUse',
}

export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [state, setState] = useState<CameraState>({ stage: 'opening' })
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  const [device, choose] = useState('')
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const fail = (problem: CameraProblem): void => {
      if (!signal.aborted) setState({ stage: 'failed', problem })
    }
    setState({ stage: 'opening' })
    const open = async (): Promise<void> => {
      const stream = await streamOf(device, signal)
      const [track] = stream.getVideoTracks()
      track?.addEventListener('ended', () => fail('missing'), { signal })
      const found = await navigator.mediaDevices.enumerateDevices()
      if (signal.aborted || !video.current) return
      setDevices(found.filter(({ kind }) => kind === 'videoinput'))
      video.current.srcObject = stream
      await video.current.play()
      const { videoWidth: width, videoHeight: height } = video.current
      if (!signal.aborted) setState({ stage: 'live', size: { width, height } })
    }
    if (navigator.mediaDevices) open().catch((error: Error) => fail(PROBLEMS[error.name] ?? 'failed'))
    else fail('insecure')
    return () => leaving.abort()
  }, [device, attempt])

  return { state, devices, device, choose, retry: () => setAttempt((count) => count + 1) }
}

/** It ends with the signal. */
async function streamOf(device: string, signal: AbortSignal): Promise<MediaStream> {
  const which = device === '' ? { facingMode: 'user' } : { deviceId: { exact: device } }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...MOST_PIXELS } })
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return stream
}
