/** At what size a photo is decoded and worked on, and that results come out as if it had not been shrunk. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholePhotoSize } from '../../src/imaging/cutout/layout.js'
import { workingSize } from '../../src/imaging/cutout/working-size.js'
import type { CutoutJob } from '../../src/imaging/job.js'

const job = (changes: Partial<CutoutJob>): CutoutJob => ({
  kind: 'cutout',
  cap: { pixels: 250_000 },
  channels: 'rgba',
  format: 'auto',
  watermark: false,
  classify: false,
  ...changes,
})
const side = fc.integer({ min: 32, max: 9000 })

describe('workingSize', () => {
  it('a small result of a large photo is worked on at a multiple of its own size, large enough for the networks', () => {
    const size = workingSize({ width: 4000, height: 3000 }, job({}))
    expect(size.result).toEqual({ width: 577, height: 433 })
    expect(size).toMatchObject({ width: 1154, height: 866 })
  })

  it('a photo is never enlarged, and a large result needs all of it', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = workingSize({ width, height }, job({}))
        expect(size.width).toBeLessThanOrEqual(width)
        expect(size.height).toBeLessThanOrEqual(height)
      }),
    )
    const photo = { width: 4000, height: 3000 }
    expect(workingSize(photo, job({ cap: { pixels: 50_000_000 } }))).toMatchObject(photo)
  })

  it('where the subject decides about the result, the photo is used as it is', () => {
    const photo = { width: 4000, height: 3000 }
    const margin = { value: 10, unit: 'px' } as const
    const crop = { top: margin, right: margin, bottom: margin, left: margin }
    for (const changes of [{ crop }, { scalePercent: 50 }, { position: 'original' as const }]) {
      expect(workingSize(photo, job(changes))).toEqual(photo)
    }
  })

  it('where the format decides about the size, the photo is used as it is', () => {
    const photo = { width: 8000, height: 6000 }
    const capped = job({ cap: { pixels: 25_000_000 }, pngPixels: 10_000_000 })
    expect(wholePhotoSize(photo, capped)).toBeUndefined()
    expect(workingSize(photo, capped)).toEqual(photo)
  })
})
