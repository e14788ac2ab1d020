/** Boxes on a picture, mostly as shares of its width and height, and non-maximum suppression. */
export interface Region {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Finding {
  readonly score: number
  readonly box: Region
}

export function areaOf({ left, top, right, bottom }: Region): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

function commonArea(a: Region, b: Region): number {
  return areaOf({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
}

/** Intersection over union. */
export function iouOf(a: Region, b: Region): number {
  const common = commonArea(a, b)
  return common === 0 ? 0 : common / (areaOf(a) + areaOf(b) - common)
}

/** The share of the smaller box that lies inside the other. */
export function containmentOf(a: Region, b: Region): number {
  const smaller = Math.min(areaOf(a), areaOf(b))
  return smaller === 0 ? 0 : commonArea(a, b) / smaller
}

const SAME_FACE_IOU = 0.3
// A close-up yields a second, smaller box inside the first.
const SAME_FACE_CONTAINMENT = 0.8

export const isSameFace = (a: Region, b: Region): boolean =>
  iouOf(a, b) > SAME_FACE_IOU || containmentOf(a, b) > SAME_FACE_CONTAINMENT

/** Non-maximum suppression: best first, without findings that show the same thing as a better one. */
export function keepBest<F extends Finding>(findings: readonly F[], isSame: (a: F, b: F) => boolean): F[] {
  const kept: F[] = []
  for (const finding of findings.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((better) => isSame(better, finding))) kept.push(finding)
  }
  return kept
}
