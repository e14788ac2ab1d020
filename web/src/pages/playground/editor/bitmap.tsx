/** A bitmap as a picture of the page. */
import { useLayoutEffect, useRef } from 'preact/hooks'

export function Bitmap({ picture, alt }: { picture: ImageBitmap; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element || picture.width === 0) return
    element.width = picture.width
    element.height = picture.height
    element.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return <canvas ref={canvas} role="img" aria-label={alt} />
}
