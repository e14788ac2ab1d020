/** Brings back what makes a face recognisable: the photo's fine variations in brightness on features and hair. On skin some can be taken away. */
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import { copyPart, grown, paintPart } from '../pixels/patch.js'
import { amount, defineStep } from '../step.js'

export const detail = defineStep(
  {
    features: amount(0, 3),
    hair: amount(0, 3),
    /** Everywhere on the subject. */
    subject: amount(0, 3),
    /** On skin, whose spots and pores become fainter. */
    skin: amount(-1, 0),
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
    const coarse = blur(luma, box.width, box.height, sigma)
    const weights = [part(scene.features), part(scene.hair), part(scene.subject), part(scene.skin)] as const
    paintPart(canvas, box, ({ colour }) =>
      kernels.addDetail(changed(colour), luma, coarse, ...weights, luma.length, features, hair, subject, skin),
    )
  },
)
