/** Reduces texture in the background and, if wanted, on skin, by mixing in a blurred copy. */
import { blurColours } from '../../raster/blur.js'
import { mixInPicture } from '../pixels/blend.js'
import { amount, defineStep, share } from '../step.js'

export const calm = defineStep(
  { background: share(), skin: share(), radius: amount(0.5, 40) },
  (canvas, scene, { background = 0.6, skin = 0, radius = 5 }) => {
    if (!scene.hasSubject && scene.faceHeight === 0) return
    const { subject } = scene
    const soft = blurColours(canvas.colour, canvas.width, canvas.height, radius * scene.unit)
    mixInPicture(canvas, soft, (shares) => {
      for (let i = 0; i < shares.length; i++) {
        const onSubject = scene.skin[i]! * (1 - scene.features[i]!) * skin
        shares[i] = (1 - subject[i]!) * background + subject[i]! * onSubject
      }
    })
  },
)
