/**
 * What was cut out: person, product, animal, car or other. For each class, every cell of the subject takes the
 * strongest score of the boxes over it; the class with the highest mean over the subject wins. Things beside the
 * subject do not count, however sure the detector is of them.
 */
import type { SubjectClass } from '../../job.js'
import { clamp01 } from '../../raster/clamp.js'
import { areaOf, type Region } from '../boxes.js'
import type { FaceBox } from '../faces/face-boxes.js'
import { COCO_NAMES, subjectClassOf } from '../objects/coco.js'
import type { Detection } from '../objects/nanodet.js'
import { boundsOf, type SampledMatte, type SquareMatte, sampleMatte, shareInside } from './matte-grid.js'

// Tuned with `npx tsx eval/classes.ts`. Below this mean score no class is credible.
const MIN_EVIDENCE = 0.2
// A plush toy is also detected as the animal or person it depicts; the reverse is rare.
const PLUSH_FACTOR = 1.25
const TEDDY_BEAR = COCO_NAMES.indexOf('teddy bear')
// Muzzles, wheels and blossoms are taken for faces with scores of up to about 0.75.
const DOUBTFUL_FACE = 0.7
const CERTAIN_FACE = 0.9
// Smaller faces belong to passengers and to people in the background. A standing figure's face is some 3 % of it.
const FACE_MIN_SHARE = 0.02

export function classifySubject(
  matte: SquareMatte,
  detections: readonly Detection[],
  faces: readonly FaceBox[],
): SubjectClass {
  return classOf(sampleMatte(matte), detections, faces)
}

/** The same for part of a matte. */
export function classOf(grid: SampledMatte, detections: readonly Detection[], faces: readonly FaceBox[]): SubjectClass {
  const bounds = boundsOf(grid)
  if (!bounds) return 'other'
  const boxesByClass = new Map<SubjectClass, WeightedBox[]>()
  for (const { coco, score, box } of detections) {
    const subjectClass = subjectClassOf(coco)
    const strength = score * tightness(box, bounds) * (coco === TEDDY_BEAR ? PLUSH_FACTOR : 1)
    boxesByClass.set(subjectClass, [...(boxesByClass.get(subjectClass) ?? []), { box, strength }])
  }
  const evidence = new Map([...boxesByClass].map(([subjectClass, boxes]) => [subjectClass, meanStrongest(grid, boxes)]))
  evidence.set('person', (evidence.get('person') ?? 0) + faceEvidence(grid, faces))

  const [winner] = [...evidence].sort(([, a], [, b]) => b - a)
  return winner && winner[1] >= MIN_EVIDENCE ? winner[0] : 'other'
}

interface WeightedBox {
  readonly box: Region
  readonly strength: number
}

/** A box much larger than the subject is about what the subject stands on, and counts less. */
function tightness(box: Region, bounds: Region): number {
  return Math.min(1, areaOf(bounds) / areaOf(box))
}

function meanStrongest({ cells, sum }: SampledMatte, boxes: readonly WeightedBox[]): number {
  let total = 0
  for (const { x, y, weight } of cells) {
    let strongest = 0
    for (const { box, strength } of boxes) {
      if (strength > strongest && x >= box.left && x < box.right && y >= box.top && y < box.bottom) strongest = strength
    }
    total += weight * strongest
  }
  return total / sum
}

function faceEvidence(grid: SampledMatte, faces: readonly FaceBox[]): number {
  const certainties = faces
    .filter(({ box }) => shareInside(grid, box) >= FACE_MIN_SHARE)
    .map(({ score }) => clamp01((score - DOUBTFUL_FACE) / (CERTAIN_FACE - DOUBTFUL_FACE)))
  return Math.max(0, ...certainties)
}
