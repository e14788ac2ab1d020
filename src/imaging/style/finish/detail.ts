/** Brings back what makes a face recognisable: the photo's fine variations in brightness on features and hair. On skin some can be taken away. */
import { blur } from '../../raster/blur.js'
import { light } from '../pixels/blend.js'
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
    if (scene.faceHeight === 0) return
    const soft = (sigma: number): Float32Array => blur(scene.luma, canvas.width, canvas.height, sigma)
    const coarse = soft(Math.max(1.2, scene.faceHeight * scale))
    const onSkin = skin > 0 ? soft(Math.max(0.6, scene.faceHeight * FOLD)) : scene.luma
    light(canvas, (factors, added) => {
      factors.fill(1)
      for (let i = 0; i < coarse.length; i++) {
        const strands = Math.max(1, SEEN_IN_HAIR / (0.1 + coarse[i]!))
        const plain = scene.skin[i]! * (1 - scene.features[i]!)
        const weight = scene.features[i]! * features + scene.hair[i]! * hair * strands + scene.subject[i]! * subject
        added[i] = ((scene.luma[i]! - coarse[i]!) * weight + (onSkin[i]! - coarse[i]!) * plain * skin) * 255
      }
    })
  },
)
