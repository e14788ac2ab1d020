/**
 * The NanoDet network: which of the 80 COCO classes are where in the picture. For every cell of three grids it gives a
 * score per class, and for each side of the box a distribution over eleven distances.
 */
import type { NetworkOptions } from '../../networks/network-options.js'
import { openNetwork } from '../../networks/open-network.js'
import { clamp01 } from '../../raster/clamp.js'
import { iouOf, keepBest, type Region } from '../boxes.js'

export interface Detection {
  /** A class number of COCO. */
  readonly coco: number
  readonly score: number
  readonly box: Region
}

export interface ObjectDetector {
  readonly size: number
  /** RGB bytes of the picture, stretched to size x size. */
  detect(rgb: Uint8Array): Promise<Detection[]>
}

const CLASSES = 80
const DISTANCES = 11
const GRIDS = [
  { stride: 8, scores: 'Identity', sides: 'Identity_3' },
  { stride: 16, scores: 'Identity_1', sides: 'Identity_4' },
  { stride: 32, scores: 'Identity_2', sides: 'Identity_5' },
] as const

// Lower than for drawing boxes: a weak detection still counts when it is the only one of the subject.
const MIN_SCORE = 0.25
const SAME_THING_IOU = 0.5

export async function loadObjectDetector(options: NetworkOptions, threads: number): Promise<ObjectDetector> {
  const network = await openNetwork(options, threads)
  const { size } = network
  return {
    size,
    detect: async (rgb) => {
      const results = await network.run(rgb)
      const found = GRIDS.flatMap(({ stride, scores, sides }) =>
        readGrid(results[scores]!, results[sides]!, stride, size),
      )
      return keepBest(found, (a, b) => a.coco === b.coco && iouOf(a.box, b.box) > SAME_THING_IOU)
    },
  }
}

function readGrid(scores: Float32Array, sides: Float32Array, stride: number, size: number): Detection[] {
  const found: Detection[] = []
  const cells = size / stride
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!
    if (score < MIN_SCORE) continue
    const cell = Math.floor(i / CLASSES)
    const distance = (side: number): number => expectedDistance(sides, (cell * 4 + side) * DISTANCES) * stride
    const x = ((cell % cells) + 0.5) * stride
    const y = (Math.floor(cell / cells) + 0.5) * stride
    const box = {
      left: clamp01((x - distance(0)) / size),
      top: clamp01((y - distance(1)) / size),
      right: clamp01((x + distance(2)) / size),
      bottom: clamp01((y + distance(3)) / size),
    }
    found.push({ coco: i % CLASSES, score, box })
  }
  return found
}

/** The mean of a distribution given as logits. */
function expectedDistance(logits: Float32Array, at: number): number {
  let sum = 0
  let weighted = 0
  for (let bin = 0; bin < DISTANCES; bin++) {
    const weight = Math.exp(logits[at + bin]!)
    sum += weight
    weighted += weight * bin
  }
  return weighted / sum
}
