/**
 * The gradient magnitude behind the Grad error of matting (Rhemann et al. 2009): derivatives of a Gaussian with
 * sigma 1.4, the filter scaled to unit norm, the border repeated outwards.
 */
import type { Plane } from './plane.js'

const SIGMA = 1.4
/** The filter ends where the Gaussian falls below this. */
const NEGLIGIBLE = 1e-2

interface Kernels {
  readonly reach: number
  /** Both from the centre outwards only: the Gaussian is even, its derivative odd. */
  readonly gauss: Float64Array
  readonly slope: Float64Array
}

const KERNELS = gaussianDerivative()

function gaussianDerivative(): Kernels {
  const peak = 1 / (SIGMA * Math.sqrt(2 * Math.PI))
  const reach = Math.ceil(SIGMA * Math.sqrt(-2 * Math.log(NEGLIGIBLE / peak)))
  const gauss = Float64Array.from({ length: reach + 1 }, (_, x) => peak * Math.exp(-(x * x) / (2 * SIGMA * SIGMA)))
  const slope = gauss.map((value, x) => (x * value) / (SIGMA * SIGMA))
  // The two-dimensional filter is their product; each factor carries half of the normalisation.
  const scale = 1 / Math.sqrt(Math.sqrt(wholeEnergy(gauss) * wholeEnergy(slope)))
  return { reach, gauss: gauss.map((value) => value * scale), slope: slope.map((value) => value * scale) }
}

function wholeEnergy(half: Float64Array): number {
  return half.reduce((sum, value, x) => sum + (x === 0 ? 1 : 2) * value * value, 0)
}

/** |gradient| at every pixel. The signs of both derivatives drop out, so the odd filter may run in either direction. */
export function gradientMagnitude({ data, width, height }: Plane): Float64Array {
  const { reach, gauss, slope } = KERNELS
  const magnitude = new Float64Array(width * height)
  // One row at a time, first down the columns and then along the row, so that the working set stays in the cache.
  const smooth = new Float64Array(width + 2 * reach)
  const steep = new Float64Array(width + 2 * reach)
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) {
      smooth[reach + x] = gauss[0]! * data[row + x]!
      steep[reach + x] = 0
    }
    for (let k = 1; k <= reach; k++) {
      const above = Math.max(0, y - k) * width
      const below = Math.min(height - 1, y + k) * width
      const g = gauss[k]!
      const s = slope[k]!
      for (let x = 0; x < width; x++) {
        const a = data[above + x]!
        const b = data[below + x]!
        smooth[reach + x]! += g * (b + a)
        steep[reach + x]! += s * (b - a)
      }
    }
    repeatEnds(smooth, reach)
    repeatEnds(steep, reach)
    for (let x = 0; x < width; x++) {
      const centre = reach + x
      let across = 0
      let down = gauss[0]! * steep[centre]!
      for (let k = 1; k <= reach; k++) {
        across += slope[k]! * (smooth[centre + k]! - smooth[centre - k]!)
        down += gauss[k]! * (steep[centre + k]! + steep[centre - k]!)
      }
      // Not Math.hypot: it guards against overflow, which alpha cannot cause, and is many times slower.
      magnitude[row + x] = Math.sqrt(across * across + down * down)
    }
  }
  return magnitude
}

function repeatEnds(line: Float64Array, reach: number): void {
  line.fill(line[reach]!, 0, reach)
  line.fill(line[line.length - reach - 1]!, line.length - reach)
}
