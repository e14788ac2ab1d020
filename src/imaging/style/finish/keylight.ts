/**
 * One hard lamp high on the side that the photo's own light comes from: what faces it is lit, the rest falls into
 * shadow. It is as bright as skin needs to keep its mean tone, so no sitter drowns in the dark.
 */
import { changed, kernels } from '../../kernels/room.js'
import { clamp01 } from '../../raster/clamp.js'
import { smoothstep } from '../pixels/canvas.js'
import { faceUnit, type Scene } from '../scene.js'
import { isDarkerOnLeft } from '../sitter/light-side.js'
import { lightOf } from '../sitter/surface.js'
import { amount, defineStep, share } from '../step.js'

export const keylight = defineStep(
  {
    /** How much light is left in the shadow. */
    shadow: share(),
    /** How gradually light turns into shadow. */
    softness: amount(0.02, 1),
  },
  ({ colour }, scene, { shadow = 0.2, softness = 0.25 }) => {
    const lit = lampOn(scene, shadow, softness)
    const brightness = Math.min(BRIGHTEST, 1 / Math.max(0.1, meanOnSkin(lit, scene)))
    kernels.shineLamp(changed(colour), lit, scene.subject, DARKNESS, brightness, lit.length)
  },
)

/** Towards the lamp: to its side, up, and to the viewer. */
const LAMP = { x: 0.72, y: -0.36, z: 0.6 } as const
/** How far a surface must face the lamp to be half lit. */
const TURN = 0.4
const BRIGHTEST = 2
/** Softness of the light on skin, in heights of the face. */
const SOFT = 0.07
/** Faces below this share of what recipes are meant for are small. */
const SMALL = 0.8

/** 0..1, and a little more where the surface faces it. On skin shadows have no edge, and on small faces they are faint. */
function lampOn(scene: Scene, shadow: number, softness: number): Float32Array {
  const side = isDarkerOnLeft(scene) ? LAMP.x : -LAMP.x
  const depth = (1 - shadow) * Math.min(1, faceUnit(scene) / (SMALL * scene.unit))
  const lamp = (x: number, y: number, z: number): number => {
    const facing = x * side + y * LAMP.y + z * LAMP.z
    return 1 - depth + depth * smoothstep(TURN - softness, TURN + softness, facing) * (0.7 + 0.4 * clamp01(facing))
  }
  return lightOf(scene, lamp, SOFT)
}

function meanOnSkin(lit: Float32Array, { skin }: Scene): number {
  let [sum, total] = [0, 1e-6]
  for (let i = 0; i < lit.length; i++) {
    sum += lit[i]! * skin[i]!
    total += skin[i]!
  }
  return total < 1 ? 1 : sum / total
}

/** Logarithms of what is left of it. */
const DARKNESS = Float32Array.from({ length: 256 }, (_, value) => Math.log(1 - value / 255))
