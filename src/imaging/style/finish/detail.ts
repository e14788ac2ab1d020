/** Brings back what makes a face recognisable: the photo's fine variations in brightness on features and hair. On skin some can be taken away. */
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import { copyPart, grown, paintPart } from '../pixels/patch.js'
import { amount, defineStep } from '../step.js'

/** What is finer is no fold, in heights of the face. */
const FOLD = 0.0028

export const detail = defineStep(
  {
    features: amount(0, 3),
    hair: amount(0, 3),
    /** Everywhere on the subject. */
    subject: amount(0, 3),
    /** On skin, besides that; below 0 its spots and pores become fainter, above they stay away and only folds come. */
    skin: amount(-1, 1),
    /** What counts as fine, relative to the height of the face. */
    scale: amount(0.005, 0.2),
  },
  (canvas, scene, { features = 0.6, hair = 0.3, subject = 0, skin = 0, scale = 0.035 }) => {
    const whole = { left: 0, top: 0, width: scene.width, height: scene.height }
    const drawn = subject > 0 ? whole : skin === 0 ? scene.heads : scene.people
    if (scene.faceHeight === 0 || !drawn) return
    const sigma = Math.max(1.2, scene.faceHeight * scale)
    const box = grown(drawn, Math.ceil(2 * sigma), scene)
    const part = (plane: Float32Array): Float32Array => copyPart(plane, scene, box, 1)
    const luma = part(scene.luma)
    const soft = (width: number): Float32Array => blur(luma, box.width, box.height, width)
    const coarse = soft(sigma)
    const onSkin = skin > 0 ? soft(Math.max(0.6, scene.faceHeight * FOLD)) : luma
    const weights = [part(scene.features), part(scene.hair), part(scene.subject), part(scene.skin)] as const
    paintPart(canvas, box, ({ colour }) =>
      kernels.addDetail(changed(colour), luma, coarse, onSkin, ...weights, luma.length, features, hair, subject, skin),
    )
  },
)
