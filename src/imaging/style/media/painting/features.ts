/**
 * What no brush is fine enough for: eyes, brows and mouth, and lines such as frames of glasses. They are painted as soft
 * clean shapes with the colours and the contrast that they had before the brush, so that none of them turns into a blot. Where
 * the picture is painted as a whole, so are thin dark structures.
 */
import { mixInColour, mixInPicture } from '../../pixels/blend.js'
import { type Canvas, type Rgb, smoothstep } from '../../pixels/canvas.js'
import { copyPart, pastePart } from '../../pixels/patch.js'
import type { Scene } from '../../scene.js'
import { sheetOf } from '../../sitter/sheet.js'
import { findSlender } from './slender.js'

/** What is surely a feature, and how much of lines is kept: skin around the mouth has folds. */
const [AROUND, SURELY, LINES] = [0.25, 0.85, 1.1]
const BLACK: Rgb = [0, 0, 0]

/** Remembers them; what is returned paints them again; of features that are no lines so much. */
export function featuresOf(canvas: Canvas, scene: Scene, kept = 1): (painted: Canvas) => void {
  const paintLines = linesOf(canvas, scene, kept)
  if (scene.hasSubject) return paintLines
  const passed = findSlender(scene)
  return (painted) => {
    mixInColour(painted, BLACK, (shares) => {
      for (let i = 0; i < shares.length; i++) shares[i] = kept * (1 - passed[i]!)
    })
    paintLines(painted)
  }
}

/** Those of heads. */
function linesOf(canvas: Canvas, scene: Scene, kept: number): (painted: Canvas) => void {
  if (scene.faces.length === 0) return () => undefined
  const { box, lines } = sheetOf(scene)
  const part = (plane: Float32Array) => copyPart(plane, scene, box, 1)
  const before = copyPart(canvas.colour, scene, box, 3)
  const [features, drawn] = [part(scene.features), part(lines)]
  return (painted) => {
    const heads = { colour: copyPart(painted.colour, scene, box, 3) }
    mixInPicture(heads, before, (shares) => {
      for (let i = 0; i < shares.length; i++)
        shares[i] = Math.min(1, Math.max(smoothstep(AROUND, SURELY, features[i]!) * kept, drawn[i]! * LINES))
    })
    pastePart(heads.colour, box, painted.colour, scene, 3)
  }
}
