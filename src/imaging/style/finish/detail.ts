/** Brings back what makes a face recognisable: the photo's fine variations in brightness on features and hair. On skin some can be taken away. */
import { changed, floats, hold, kernels, partOf } from '../../kernels/room.js'
import { blurHeld } from '../../raster/blur.js'
import { grown } from '../pixels/patch.js'
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
    const area = box.width * box.height
    const part = (plane: Float32Array) => partOf(plane, scene, box)
    const planes = { luma: part(scene.luma), coarse: floats(area) }
    hold({ picture: changed(partOf(canvas.colour, scene, box, 3)), ...planes }, ({ picture, luma, coarse }) => {
      coarse.copyFrom(luma, area)
      blurHeld(coarse, box.width, box.height, sigma)
      const weights = [part(scene.features), part(scene.hair), part(scene.subject), part(scene.skin)] as const
      kernels.addDetail(picture, luma, coarse, ...weights, area, features, hair, subject, skin)
    })
  },
)
