/** Reduces texture in the background and, if wanted, in hair and skin, by mixing in a blurred copy. */
import { blurColours } from '../../raster/blur.js'
import { amount, defineStep, share } from '../step.js'

export const calm = defineStep(
  { background: share(), hair: share(), skin: share(), radius: amount(0.5, 40) },
  ({ width, height, colour }, scene, { background = 0.6, hair = 0, skin = 0, radius = 5 }) => {
    if (!scene.hasSubject && scene.faceHeight === 0) return
    const { subject } = scene
    const soft = blurColours(colour, width, height, radius * scene.unit)
    for (let i = 0, at = 0; i < subject.length; i++, at += 3) {
      const onSubject = Math.max(scene.hair[i]! * hair, scene.skin[i]! * (1 - scene.features[i]!) * skin)
      const share = (1 - subject[i]!) * background + subject[i]! * onSubject
      if (share <= 0.004) continue
      colour[at] = colour[at]! + (soft[at]! - colour[at]!) * share
      colour[at + 1] = colour[at + 1]! + (soft[at + 1]! - colour[at + 1]!) * share
      colour[at + 2] = colour[at + 2]! + (soft[at + 2]! - colour[at + 2]!) * share
    }
  },
)
