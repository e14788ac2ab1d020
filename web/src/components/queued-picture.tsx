/** A picture that may take seconds to be made, in its own room. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { queuePicture } from './picture-queue.js'

export function QueuedPicture({ src, alt }: { src: string; alt: string }) {
  const [state, setState] = useState<'waiting' | 'loading' | 'shown'>('waiting')
  const box = useRef<HTMLSpanElement>(null)
  const settle = useRef(() => {})

  useEffect(() => {
    settle.current = queuePicture(box.current!, () => setState('loading'))
    return () => settle.current()
  }, [src])

  return (
    <span class={state === 'shown' ? 'picture' : 'picture skeleton'} ref={box}>
      {state !== 'waiting' && (
        <img
          src={src}
          alt={alt}
          class={state === 'shown' ? undefined : 'faded'}
          onLoad={() => {
            settle.current()
            setState('shown')
          }}
          onError={() => settle.current()}
        />
      )}
    </span>
  )
}
