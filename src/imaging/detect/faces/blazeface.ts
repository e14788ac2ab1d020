/** The BlazeFace network: box and landmarks of each face, in pixels of its small square input. */
import type { NetworkOptions } from '../../networks/network-options.js'
import { openNetwork } from '../../networks/open-network.js'
import type { Point } from '../../raster/point.js'
import type { Region } from '../boxes.js'

export interface FaceProposal {
  readonly score: number
  readonly box: Region
  /** The person's right and left eye. */
  readonly eyes: readonly [Point, Point]
}

export interface BlazeFace {
  readonly size: number
  /** RGB of a size x size picture → everything that may be a face, often with several boxes per face. */
  propose(rgb: Uint8Array, minScore: number): Promise<FaceProposal[]>
}

// Each cell of two grids proposes boxes relative to its own centre; all numbers are pixels of the input.
const GRIDS = [
  { stride: 16, perCell: 2, scores: 'Identity', boxes: 'Identity_2' },
  { stride: 32, perCell: 6, scores: 'Identity_1', boxes: 'Identity_3' },
] as const
/** x, y, width, height, and then x and y of six points: both eyes, nose, mouth, both ears. */
const NUMBERS_PER_BOX = 16

export async function loadBlazeFace(options: NetworkOptions, threads: number): Promise<BlazeFace> {
  const network = await openNetwork(options, threads)
  const { size } = network
  return {
    size,
    propose: async (rgb, minScore) => {
      const results = await network.run(rgb)
      return GRIDS.flatMap(({ stride, perCell, scores, boxes }) =>
        readGrid(results[scores]!, results[boxes]!, { stride, perCell, cells: size / stride }, minScore),
      )
    },
  }
}

function readGrid(
  logits: Float32Array,
  boxes: Float32Array,
  { stride, perCell, cells }: { stride: number; perCell: number; cells: number },
  minScore: number,
): FaceProposal[] {
  const found: FaceProposal[] = []
  for (let i = 0; i < logits.length; i++) {
    const score = 1 / (1 + Math.exp(-logits[i]!))
    if (score < minScore) continue
    const cell = Math.floor(i / perCell)
    const at = { x: ((cell % cells) + 0.5) * stride, y: (Math.floor(cell / cells) + 0.5) * stride }
    const numbers = boxes.subarray(i * NUMBERS_PER_BOX, (i + 1) * NUMBERS_PER_BOX)
    const point = (first: number): Point => ({ x: at.x + numbers[first]!, y: at.y + numbers[first + 1]! })
    const centre = point(0)
    const [halfWidth, halfHeight] = [numbers[2]! / 2, numbers[3]! / 2]
    found.push({
      score,
      box: {
        left: centre.x - halfWidth,
        top: centre.y - halfHeight,
        right: centre.x + halfWidth,
        bottom: centre.y + halfHeight,
      },
      eyes: [point(4), point(6)],
    })
  }
  return found
}
