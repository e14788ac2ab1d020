/**
 * What was cut out: person, product, animal, car or other. For each class, every cell of the subject takes the
 * strongest score of the boxes over it; the class with the highest mean over the subject wins. Things beside the
 * subject do not count, however sure the detector is of them. It looks more than once: the better look counts, but for
 * people, whom it sees in everything, all of them do.
 */
import type { SubjectClass } from '../../job.js'
import { clamp01 } from '../../raster/clamp.js'
import { areaOf, type Region } from '../boxes.js'
import type { FaceBox } from '../faces/face-boxes.js'
import { COCO_NAMES, subjectClassOf } from '../objects/coco.js'
import type { Detection } from '../objects/nanodet.js'
import { boundsOf, type SampledMatte, type SquareMatte, sampleMatte, shareInside } from './matte-grid.js'

// Tuned with `npx tsx eval/classes.ts`. Below this mean score no class is credible.
const MIN_EVIDENCE = 0.15
// A plush toy is also detected as the animal or person it depicts; the reverse is rare.
const PLUSH_FACTOR = 1.25
const TEDDY_BEAR = COCO_NAMES.indexOf('teddy bear')
// Vehicles are hardly ever seen where there are none, and unusual ones with low scores.
const CAR_FACTOR = 1.25
// Muzzles, wheels and blossoms are taken for faces with scores of up to about 0.85; the mesh is less easily deceived.
const FACE_SCORE = { doubtful: 0.7, certain: 0.9 }
const FACE_CERTAINTY = { doubtful: 0.5, certain: 0.9 }
// Smaller faces belong to passengers and to people in the background. A standing figure's face is some 3 % of it.
const FACE_MIN_SHARE = 0.02

/** `looks`: what the detector saw each time. */
export function classifySubject(
  matte: SquareMatte,
  looks: readonly (readonly Detection[])[],
  faces: readonly FaceBox[],
): SubjectClass {
  return classOf(sampleMatte(matte), looks, faces)
}

/** The same for part of a matte. */
export function classOf(
  grid: SampledMatte,
  looks: readonly (readonly Detection[])[],
  faces: readonly FaceBox[],
): SubjectClass {
  const bounds = boundsOf(grid)
  if (!bounds) return 'other'
  const evidence = looks.map((detections) => evidenceIn(grid, bounds, detections))
  const seen = (subjectClass: SubjectClass): readonly number[] => evidence.map((look) => look.get(subjectClass) ?? 0)
  const candidates: [SubjectClass, number][] = [
    ['person', mean(seen('person')) + faceEvidence(grid, faces)],
    ['animal', Math.max(...seen('animal'))],
    ['product', Math.max(...seen('product'))],
    ['car', Math.max(...seen('car')) * CAR_FACTOR],
    ['other', Math.max(...seen('other'))],
  ]
  const [winner] = candidates.sort(([, a], [, b]) => b - a)
  return winner && winner[1] >= MIN_EVIDENCE ? winner[0] : 'other'
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function evidenceIn(
  grid: SampledMatte,
  bounds: Region,
  detections: readonly Detection[],
): ReadonlyMap<SubjectClass, number> {
  const boxesByClass = new Map<SubjectClass, WeightedBox[]>()
  for (const { coco, score, box } of detections) {
    const subjectClass = subjectClassOf(coco)
    const strength = score * tightness(box, bounds) * (coco === TEDDY_BEAR ? PLUSH_FACTOR : 1)
    boxesByClass.set(subjectClass, [...(boxesByClass.get(subjectClass) ?? []), { box, strength }])
  }
  return new Map([...boxesByClass].map(([subjectClass, boxes]) => [subjectClass, meanStrongest(grid, boxes)]))
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
    .map(({ score, certainty }) => between(score, FACE_SCORE) * between(certainty, FACE_CERTAINTY))
  return Math.max(0, ...certainties)
}

const between = (value: number, { doubtful, certain }: typeof FACE_SCORE): number =>
  clamp01((value - doubtful) / (certain - doubtful))
