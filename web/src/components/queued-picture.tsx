/** A picture that the server may take seconds to make, in its reserved space. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { queuePicture } from './picture-queue.js'

export function QueuedPicture({ src, alt }: { src: string; alt: string }) {
  const [state, setState] = useState<'waiting' | 'loading' | 'shown'>('waiting')
  const box = useRef<HTMLSpanElement>(null)
  const release = useRef(() => {})

  useEffect(() => {
    release.current = queuePicture(box.current!, () => setState('loading'))
    return () => release.current()
  }, [src])

  return (
    <span class={state === 'shown' ? 'picture' : 'picture skeleton'} ref={box}>
      {state !== 'waiting' && (
        <img
          src={src}
          alt={alt}
          class={state === 'shown' ? undefined : 'faded'}
          onLoad={() => {
            release.current()
            setState('shown')
          }}
          onError={() => release.current()}
        />
      )}
    </span>
  )
}
