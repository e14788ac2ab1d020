/** Eyes drawn flat, for media that are cut or set: white, iris with a dark rim, pupil, a spark of light, lashes. */
import type { Canvas, Rgb } from '../pixels/canvas.js'
import { scaled } from '../pixels/colours.js'
import { type Cover, clipCover, coverDisc, coverPolygon, coverStroke, paintCover } from '../pixels/cover.js'
import type { Scene } from '../scene.js'
import { type EyeColours, eyeColoursOf } from './eye-colours.js'
import type { Eye } from './face-outline.js'

const PUPIL: Rgb = [18, 14, 16]

interface FlatLook {
  readonly lash: Rgb
  /** Width of the lash line, relative to the width of the eye. */
  readonly line: number
  /** Whites and irises in the few inks of a print; default: the sitter's own. */
  readonly inks?: EyeColours | undefined
}

export function paintEyes(canvas: Canvas, scene: Scene, eyes: readonly Eye[], look: FlatLook): void {
  for (const eye of eyes) paintEye(canvas, eye, look.inks ?? eyeColoursOf(eye, eyes, scene), look)
}

function paintEye(canvas: Canvas, eye: Eye, { white, iris }: EyeColours, { lash, line }: FlatLook): void {
  if (eye.isOpen) {
    const lids = coverPolygon(eye.lids, canvas)
    const inEye = (cover: Cover, fill: Rgb): void => paintCover(canvas, clipCover(cover, lids), fill)
    const disc = (radius: number): Cover => coverDisc(eye.iris, eye.radius * radius, canvas)
    inEye(coverPolygon(eye.lids, canvas), white)
    inEye(disc(1.08), scaled(iris, 0.5))
    inEye(disc(0.9), scaled(iris, 1.25))
    inEye(disc(0.5), PUPIL)
    const spark = { x: eye.iris.x - eye.radius * 0.36, y: eye.iris.y - eye.radius * 0.38 }
    inEye(coverDisc(spark, eye.radius * 0.28, canvas), [252, 252, 250])
    paintCover(
      canvas,
      coverStroke(eye.lower, canvas, () => eye.width * line * 0.4),
      lash,
      0.6,
    )
  }
  paintCover(
    canvas,
    coverStroke(eye.upper, canvas, (t) => eye.width * line * (1 - 0.5 * t)),
    lash,
  )
}
