/**
 * What was cut out: person, product, animal, car or other. Each part of the subject hears the strongest opinion of each
 * class about it, that is, of the boxes over it; the class with the most to say about the subject as a whole wins. What
 * stands beside the subject has no say, however sure the detector is of it.
 */
import type { SubjectClass } from '../../job.js'
import { areaOf, type Region } from '../boxes.js'
import type { Face } from '../faces/face-boxes.js'
import { COCO_NAMES, subjectClassOf } from '../objects/coco.js'
import type { Detection } from '../objects/nanodet.js'
import { boundsOf, type SampledMatte, type SquareMatte, sampleMatte, shareInside } from './matte-grid.js'

// Found with `npx tsx eval/classes.ts`. Below this mean score nobody has a name for the subject.
const MIN_EVIDENCE = 0.2
// Plush looks like the animal or the person it is made after, and the detector says so too; the reverse is rare.
const PLUSH_FACTOR = 1.25
const TEDDY_BEAR = COCO_NAMES.indexOf('teddy bear')
// Muzzles, wheels and blossoms pass for faces up to about 0.75.
const DOUBTFUL_FACE = 0.7
const CERTAIN_FACE = 0.9
// Smaller faces belong to passengers and to people in the background. A standing figure's face is some 3 % of it.
const FACE_MIN_SHARE = 0.02

export function classifySubject(
  matte: SquareMatte,
  detections: readonly Detection[],
  faces: readonly Face[],
): SubjectClass {
  return classOf(sampleMatte(matte), detections, faces)
}

/** The same for a part of a matte. */
export function classOf(grid: SampledMatte, detections: readonly Detection[], faces: readonly Face[]): SubjectClass {
  const bounds = boundsOf(grid)
  if (!bounds) return 'other'
  const opinions = new Map<SubjectClass, Opinion[]>()
  for (const { coco, score, box } of detections) {
    const subjectClass = subjectClassOf(coco)
    const strength = score * tightness(box, bounds) * (coco === TEDDY_BEAR ? PLUSH_FACTOR : 1)
    opinions.set(subjectClass, [...(opinions.get(subjectClass) ?? []), { box, strength }])
  }
  const evidence = new Map([...opinions].map(([subjectClass, said]) => [subjectClass, meanStrongest(grid, said)]))
  evidence.set('person', (evidence.get('person') ?? 0) + faceEvidence(grid, faces))

  const [winner] = [...evidence].sort(([, a], [, b]) => b - a)
  return winner && winner[1] >= MIN_EVIDENCE ? winner[0] : 'other'
}

interface Opinion {
  readonly box: Region
  readonly strength: number
}

/** A box much larger than the subject is about what the subject stands on. */
function tightness(box: Region, bounds: Region): number {
  return Math.min(1, areaOf(bounds) / areaOf(box))
}

function meanStrongest({ cells, sum }: SampledMatte, opinions: readonly Opinion[]): number {
  let total = 0
  for (const { x, y, weight } of cells) {
    let strongest = 0
    for (const { box, strength } of opinions) {
      if (strength > strongest && x >= box.left && x < box.right && y >= box.top && y < box.bottom) strongest = strength
    }
    total += weight * strongest
  }
  return total / sum
}

function faceEvidence(grid: SampledMatte, faces: readonly Face[]): number {
  const certainties = faces
    .filter(({ box }) => shareInside(grid, box) >= FACE_MIN_SHARE)
    .map(({ score }) => Math.min(1, Math.max(0, (score - DOUBTFUL_FACE) / (CERTAIN_FACE - DOUBTFUL_FACE))))
  return Math.max(0, ...certainties)
}
