/** A picture that may take the server seconds to make, in its reserved space. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { queuePicture } from './picture-queue.js'

/** A server that is starting or busy may not have it yet. */
const RETRY_MS = 10_000

export function QueuedPicture({ src, alt, kind = 'picture' }: { src: string; alt: string; kind?: string }) {
  const [state, setState] = useState<'waiting' | 'loading' | 'shown' | 'failed'>('waiting')
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLSpanElement>(null)
  const release = useRef(() => {})

  useEffect(() => {
    setState('waiting')
    release.current = queuePicture(box.current!, () => setState('loading'))
    return () => release.current()
  }, [src, attempt])

  useEffect(() => {
    if (state !== 'failed') return
    const timer = setTimeout(() => setAttempt((before) => before + 1), RETRY_MS)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <span class={state === 'shown' ? kind : `${kind} skeleton`} ref={box}>
      {(state === 'loading' || state === 'shown') && (
        <img
          src={src}
          alt={alt}
          class={state === 'shown' ? undefined : 'faded'}
          onLoad={() => {
            release.current()
            setState('shown')
          }}
          onError={() => {
            release.current()
            setState('failed')
          }}
        />
      )}
    </span>
  )
}
