/** Shows a bitmap. */
import { useLayoutEffect, useRef } from 'preact/hooks'

interface BitmapProps {
  readonly picture: ImageBitmap
  /** Empty if it is only decoration. */
  readonly alt: string
  /** Its class. */
  readonly look?: string
}

export function Bitmap({ picture, alt, look }: BitmapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element || picture.width === 0) return
    element.width = picture.width
    element.height = picture.height
    element.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return (
    <canvas
      ref={canvas}
      class={look}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    />
  )
}
