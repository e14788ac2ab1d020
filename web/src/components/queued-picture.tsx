/**
 * A picture that may take seconds to be made. Browsers open six connections to a server: pictures wait here for one of
 * two, so that the rest stays free for everything else, and only those that can be seen are asked for.
 */
import { useEffect, useRef, useState } from 'preact/hooks'

const SLOTS = 2
let busy = 0
const waiting: (() => void)[] = []

function release(): void {
  const next = waiting.shift()
  if (next) next()
  else busy -= 1
}

export function QueuedPicture({ src, alt }: { src: string; alt: string }) {
  const [wanted, setWanted] = useState<string>()
  const [loaded, setLoaded] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const settle = useRef(() => {})

  useEffect(() => {
    let state: 'unseen' | 'waiting' | 'loading' | 'settled' = 'unseen'
    const begin = (): void => {
      state = 'loading'
      setWanted(src)
    }
    settle.current = () => {
      if (state === 'loading') release()
      state = 'settled'
    }
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || state !== 'unseen') return
        watcher.disconnect()
        state = 'waiting'
        if (busy < SLOTS) {
          busy += 1
          begin()
        } else waiting.push(begin)
      },
      { rootMargin: '200px' },
    )
    watcher.observe(box.current!)
    return () => {
      watcher.disconnect()
      const at = waiting.indexOf(begin)
      if (at >= 0) waiting.splice(at, 1)
      settle.current()
    }
  }, [src])

  return (
    <span class={loaded ? 'picture' : 'picture skeleton'} ref={box}>
      {wanted && (
        <img
          src={wanted}
          alt={alt}
          decoding="async"
          class={loaded ? undefined : 'faded'}
          onLoad={() => {
            settle.current()
            setLoaded(true)
          }}
          onError={() => settle.current()}
        />
      )}
    </span>
  )
}
