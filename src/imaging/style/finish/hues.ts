/** However strong a grade is, the sitter's own hues come back as far as asked for; what it made of brightness stays. */
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import type { Scene } from '../scene.js'
import { lightsOf } from '../sitter/sheet.js'
import { defineStep, share } from '../step.js'

/** The rim of the matte may be the old background: its hue is none of the sitter's. In heights of the face. */
const RIM = 0.02

export const hues = defineStep(
  {
    skin: share(),
    /** And eyes, brows and lips. */
    hair: share(),
    /** And the whites of eyes. */
    teeth: share(),
  },
  (canvas, scene, { skin = 0, hair = 0.8, teeth = 0.8 }) => {
    const own = scene.hasSubject && hair > 0 ? blur(scene.subject, scene.width, scene.height, rimOf(scene)) : undefined
    const white = scene.faces.length > 0 && teeth > 0 ? lightsOf(scene) : undefined
    const parts = [scene.skin, scene.hair, scene.features, own ?? null] as const
    const lights = [white?.teeth ?? null, white?.whites ?? null] as const
    const area = scene.skin.length
    kernels.bringHues(changed(canvas.colour), scene.photo, ...parts, ...lights, area, skin, hair, teeth)
  },
)

const rimOf = ({ faceHeight, unit }: Scene): number => Math.max(1, faceHeight > 0 ? RIM * faceHeight : 6 * unit)
