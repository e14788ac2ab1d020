/** Film grain, strongest in the midtones. On small faces it is finer and weaker: it must not be as large as their eyes. */
import { changed, hold, kernels } from '../../kernels/room.js'
import { valueNoisePlane } from '../pixels/noise.js'
import { figureUnit } from '../scene.js'
import { amount, defineStep, flag, share } from '../step.js'
import { calmOnFaces } from './calm-on-faces.js'

export const grain = defineStep(
  {
    amount: share(),
    size: amount(0.5, 6),
    /** Grains of red, green and blue instead of grey ones. */
    coloured: flag(),
  },
  ({ width, height, colour }, scene, { amount: strength = 0.3, size = 1.2, coloured = false }) => {
    const scale = 1 / Math.max(0.75, size * figureUnit(scene))
    // Grains as small as pixels have no slopes: each pixel is a hill.
    const isFine = scale > 0.9
    const places = isFine ? { across: 1, down: 1 } : { across: scale, down: scale }
    const grains = (seed: number) => calmOnFaces(valueNoisePlane({ width, height }, places, scene.seed + seed), scene)
    const red = grains(0)
    const planes = { red, green: coloured ? grains(1) : red, blue: coloured ? grains(2) : red }
    // Slopes make grains weaker: that is made up for.
    const factor = 110 * strength * (isFine ? 1 : 1.4)
    hold(planes, ({ red, green, blue }) => kernels.addGrain(changed(colour), red, green, blue, width * height, factor))
  },
)
