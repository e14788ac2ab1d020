/** Brows and lips of all faces, in one tone each with a clean edge: as they are in the picture would be a smear on flat skin. */
import type { Box } from '../../raster/picture.js'
import { type Canvas, lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import { meanOf, mixed, scaled } from '../pixels/colours.js'
import { type Cover, coverPolygon } from '../pixels/cover.js'
import { scalePolygon } from '../pixels/polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { BROW_OUTLINES, LIPS, pointsOf } from '../sitter/face-parts.js'
import { rednessOf } from '../sitter/whites-and-teeth.js'

/** How far around its outline a brow may grow. */
const BROW = 1.3
/** Brighter than this, relative to what is around it, a brow does not show, and how much darker than it is it is printed. */
const [FAINT, DEEPER] = [0.92, 0.75]
/** Where hair hangs over a feature it is not printed. */
const HAIR = [0.3, 0.6] as const
/** Relative to the red half of the lips: darker is the line between them or a moustache, less red is teeth, where both are surely so. */
const NO_LIP = { dark: 0.6, pale: [0.75, 0.55] } as const
/** Lips are at most so bright, relative to lit skin. */
const LIP = 0.86

/** `seen`: the picture before anything was printed. */
export type Seen = Box & Pick<Canvas, 'colour'>

/** `skin`: how bright lit skin is at a pixel, 0..255. */
export function tintFeatures(canvas: Canvas, scene: Scene, seen: Seen, skin: (at: number) => number): void {
  for (const face of scene.faces) {
    for (const outline of BROW_OUTLINES) tintBrow(canvas, scene, seen, pointsOf(face, outline))
    for (const outline of lipsOf(face)) tintLip(canvas, scene, seen, coverPolygon(outline, scene), skin)
  }
}

const lipsOf = (face: SceneFace) => [
  [...pointsOf(face, LIPS.upperOuter), ...pointsOf(face, LIPS.upperInner).toReversed()],
  [...pointsOf(face, LIPS.lowerOuter), ...pointsOf(face, LIPS.lowerInner).toReversed()],
]

interface Pixel {
  /** In the cover, and in the canvas. */
  readonly place: number
  readonly at: number
  readonly colour: Rgb
  readonly luma: number
}

function pixelsOf({ left, top, width, height }: Cover, scene: Scene, seen: Seen): Pixel[] {
  const pixels: Pixel[] = []
  for (let y = 0, place = 0; y < height; y++) {
    for (let x = 0; x < width; x++, place++) {
      const [column, row] = [left + x - seen.left, top + y - seen.top]
      if (column < 0 || row < 0 || column >= seen.width || row >= seen.height) continue
      const from = 3 * (row * seen.width + column)
      const colour: Rgb = [seen.colour[from]!, seen.colour[from + 1]!, seen.colour[from + 2]!]
      pixels.push({ place, at: (top + y) * scene.width + left + x, colour, luma: lumaOf(...colour) })
    }
  }
  return pixels
}

const lumaAt = (pixels: readonly Pixel[], share: number): number =>
  pixels.map(({ luma }) => luma).toSorted((a, b) => a - b)[Math.floor(share * (pixels.length - 1))] ?? 0

/** What is nearer to the dark half of a brow than to the skin around it. */
function tintBrow(canvas: Canvas, scene: Scene, seen: Seen, outline: ReturnType<typeof pointsOf>): void {
  const [brow, around] = [coverPolygon(outline, scene), coverPolygon(scalePolygon(outline, BROW), scene)]
  const own = pixelsOf(brow, scene, seen).filter(({ place }) => brow.share[place]! > 0.5)
  const all = pixelsOf(around, scene, seen)
  const [dark, light] = [lumaAt(own, 0.25), lumaAt(all, 0.8)]
  if (dark > FAINT * light) return
  const edge = (dark + light) / 2
  const colour = meanOf(
    own.filter(({ luma }) => luma < edge).map(({ colour }) => colour),
    [60, 40, 30],
  )
  const tone = scaled(colour, DEEPER)
  const soft = (light - dark) * 0.12
  for (const { place, at, luma } of all)
    print(canvas, at, tone, around.share[place]! * smoothstep(edge + soft, edge - soft, luma) * bareAt(scene, at))
}

/** Teeth that the mesh takes for lips stay as they are. */
function tintLip(canvas: Canvas, scene: Scene, seen: Seen, cover: Cover, skin: (at: number) => number): void {
  const pixels = pixelsOf(cover, scene, seen).filter(({ place }) => cover.share[place]! > 0)
  if (pixels.length === 0) return
  const least = NO_LIP.dark * lumaAt(pixels, 0.5)
  const reds = pixels.filter(({ luma }) => luma >= least).toSorted((a, b) => rednessOf(b.colour) - rednessOf(a.colour))
  const lips = reds.slice(0, Math.ceil(reds.length / 2))
  const tone = meanOf(
    lips.map(({ colour }) => colour),
    [150, 90, 80],
  )
  const red = rednessOf(tone)
  const most = (LIP * skin(pixels[pixels.length >> 1]!.at)) / Math.max(1, lumaOf(...tone))
  const lip = scaled(tone, Math.min(1, most))
  for (const { place, at, colour } of pixels) {
    const pale = smoothstep(NO_LIP.pale[0] * red, NO_LIP.pale[1] * red, rednessOf(colour))
    print(canvas, at, mixed(lip, colour, pale), cover.share[place]! * bareAt(scene, at))
  }
}

const bareAt = ({ hair }: Scene, at: number): number => 1 - smoothstep(HAIR[0], HAIR[1], hair[at]!)

function print({ colour }: Canvas, at: number, tone: Rgb, share: number): void {
  for (let c = 0; c < 3; c++) colour[3 * at + c]! += (tone[c]! - colour[3 * at + c]!) * share
}
