/** Brings back what makes a face recognisable: the photo's fine variations in brightness on features and hair. On skin some can be taken away. */
import { blur } from '../../raster/blur.js'
import { light } from '../pixels/blend.js'
import { copyPart, grown, paintPart } from '../pixels/patch.js'
import { amount, defineStep } from '../step.js'

/** Where hair is darker, its strands differ less, and count more: black hair is no black hole. */
const SEEN_IN_HAIR = 0.5

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
    const part = subject > 0 ? whole : skin === 0 ? scene.heads : scene.people
    if (scene.faceHeight === 0 || !part) return
    const sigma = Math.max(1.2, scene.faceHeight * scale)
    const box = grown(part, Math.ceil(2 * sigma), scene)
    const luma = copyPart(scene.luma, scene, box, 1)
    const soft = (width: number): Float32Array => blur(luma, box.width, box.height, width)
    const coarse = soft(sigma)
    const onSkin = skin > 0 ? soft(Math.max(0.6, scene.faceHeight * FOLD)) : luma
    paintPart(canvas, box, (people) =>
      light(people, (factors, added) => {
        factors.fill(1)
        for (let y = 0, i = 0; y < box.height; y++) {
          let at = (box.top + y) * scene.width + box.left
          for (let x = 0; x < box.width; x++, i++, at++) {
            const strands = Math.max(1, SEEN_IN_HAIR / (0.1 + coarse[i]!))
            const drawn = scene.features[at]!
            const weight = drawn * features + scene.hair[at]! * hair * strands + scene.subject[at]! * subject
            const plain = scene.skin[at]! * (1 - drawn)
            added[i] = ((luma[i]! - coarse[i]!) * weight + (onSkin[i]! - coarse[i]!) * plain * skin) * 255
          }
        }
      }),
    )
  },
)
