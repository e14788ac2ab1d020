/** Reduces texture in the background and, if wanted, in hair and skin, by mixing in a blurred copy. */
import { blur } from '../../raster/blur.js'
import { amount, defineStep, share } from '../step.js'

export const calm = defineStep(
  { background: share(), hair: share(), skin: share(), radius: amount(0.5, 40) },
  ({ width, height, colour }, scene, { background = 0.6, hair = 0, skin = 0, radius = 5 }) => {
    if (!scene.hasSubject && scene.faceHeight === 0) return
    const { subject } = scene
    const shares = new Float32Array(subject.length)
    for (let i = 0; i < shares.length; i++) {
      const onSubject = Math.max(scene.hair[i]! * hair, scene.skin[i]! * (1 - scene.features[i]!) * skin)
      shares[i] = (1 - subject[i]!) * background + subject[i]! * onSubject
    }
    const plane = new Float32Array(subject.length)
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < plane.length; i++) plane[i] = colour[i * 3 + c]!
      const soft = blur(plane, width, height, radius * scene.unit)
      for (let i = 0; i < plane.length; i++) {
        const share = shares[i]!
        if (share > 0.004) colour[i * 3 + c] = plane[i]! + (soft[i]! - plane[i]!) * share
      }
    }
  },
)
