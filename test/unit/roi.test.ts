/** What a region of interest leaves of the network's opinion, and what a cut through a subject looks like. */
import { describe, expect, it } from 'vitest'
import type { SubjectJudge } from '../../src/imaging/detect/class/judge.js'
import { createSubjectFinder } from '../../src/imaging/matte/find-subject.js'
import { LOOKS } from '../../src/imaging/matte/looks.js'
import type { MattingNetwork } from '../../src/imaging/matte/matting-network.js'
import { ruleOutElsewhere, withMargin } from '../../src/imaging/matte/roi.js'
import { type Photo, squareOf } from '../../src/imaging/raster/picture.js'
import { refineEdges } from '../support/edges.js'

describe('withMargin', () => {
  it('adds a tenth to every side, within the photo', () => {
    const photo = { width: 200, height: 100 }
    const roi = { left: 5, top: 20, width: 100, height: 50 }
    expect(withMargin(roi, photo)).toEqual({ left: 0, top: 15, width: 115, height: 60 })
  })
})

describe('ruleOutElsewhere', () => {
  const at = { left: 100, top: 0, width: 60, height: 10 }
  const roi = { left: 120, top: 0, width: 20, height: 10 }
  const ruled = (row: readonly number[]): number[] => {
    const logits = new Float32Array(36).fill(-6)
    logits.set(row, 12)
    ruleOutElsewhere(logits, 6, at, roi)
    return [...logits.subarray(12, 18)]
  }

  it('what reaches into the region goes on outside', () => {
    expect(ruled([4, 4, 4, 4, -6, -6])).toEqual([4, 4, 4, 4, -6, -6])
  })

  it('what does not is ruled out', () => {
    expect(ruled([4, -1, 4, 4, -6, 4])).toEqual([-20, -1, 4, 4, -6, -20])
  })
})

describe('a region that cuts through the subject', () => {
  const SIDE = 400
  /** Sees a subject in all that is bright. */
  const network: MattingNetwork = {
    size: 64,
    predict: async (rgb) => ({
      size: 64,
      logits: Float32Array.from({ length: 64 * 64 }, (_, i) => (rgb[i * 3]! > 128 ? 10 : -10)),
    }),
  }
  const anything: SubjectJudge = async (_photo, { data }) => ({ matte: data, subjectClass: 'other' })
  const find = createSubjectFinder({ network, refineEdges, judge: anything }, LOOKS.fast)

  it('leaves it opaque up to the cut', async () => {
    const colour = new Uint8Array(SIDE * SIDE * 3).fill(20)
    for (let y = 100; y < 300; y++) colour.fill(220, (y * SIDE + 50) * 3, (y * SIDE + 350) * 3)
    const photo: Photo = { ...squareOf(SIDE), colour, alpha: undefined }
    const roi = { left: 120, top: 20, width: 160, height: 360 }
    const { alpha } = await find(photo, { classify: false, roi })
    for (const x of [120, 121, 200, 278, 279]) expect(alpha[200 * SIDE + x]).toBe(255)
    for (const y of [30, 370]) expect(alpha[y * SIDE + 200]).toBe(0)
  })
})
