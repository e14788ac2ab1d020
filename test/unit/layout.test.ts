/** The geometry of the compatible dialect against the vectors of its contract (numbers in brackets), then any photo. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { coversCanvas, type Layout, type LayoutRules, layOut, resolveRoi } from '../../src/imaging/cutout/layout.js'
import type { CutoutJob, Length, Margins } from '../../src/imaging/job.js'
import type { Box } from '../../src/imaging/raster/picture.js'

const px = (value: number): Length => ({ value, unit: 'px' })
const pc = (value: number): Length => ({ value, unit: '%' })
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height })

/** In the order of CSS: top, right, bottom, left. */
const margins = (top: Length, right = top, bottom = top, left = right): Margins => ({ top, right, bottom, left })

const A = { photo: { width: 1000, height: 800 }, subject: box(100, 300, 200, 400) }
const B = { photo: { width: 4000, height: 3000 }, subject: box(1000, 500, 2000, 2000) }
const C = { photo: { width: 7000, height: 5000 }, subject: box(1000, 1000, 3000, 3000) }

const PREVIEW = { cap: { longestSide: 640 } }
const MEDIUM = { cap: { pixels: 1_500_000 } }
const HD = { cap: { pixels: 4_000_000 } }
const FULL = { cap: { pixels: 25_000_000 } }
const MP50 = { cap: { pixels: 50_000_000 } }
const PNG_PIXELS = 10_000_000

type Output = 'png' | 'jpg' | 'webp'

const laidOut = ({ photo, subject }: typeof A, rules: LayoutRules, output: Output = 'png'): Layout =>
  layOut(photo, subject, { pngPixels: PNG_PIXELS, ...rules }, output === 'png', output === 'webp')

const sizeOf = ({ width, height }: Layout): string => `${width}x${height}`
const boxOf = ({ foreground: { left, top, width, height } }: Layout): string => [left, top, width, height].join(',')

describe('size', () => {
  test.each<[string, typeof A, LayoutRules, Output, string, string]>([
    ['[1] A preview', A, PREVIEW, 'png', '640x512', '64,192,128,256'],
    ['[3] A full', A, FULL, 'png', '1000x800', '100,300,200,400'],
    ['[4] A 50MP', A, MP50, 'png', '1000x800', '100,300,200,400'],
    ['[11] B preview', B, PREVIEW, 'png', '640x480', '160,80,320,320'],
    ['[12] B full as PNG', B, FULL, 'png', '3651x2738', '912,456,1827,1826'],
    ['[13-15] B full as JPG', B, FULL, 'jpg', '4000x3000', '1000,500,2000,2000'],
    ['[16] B hd', B, HD, 'png', '2309x1732', '577,288,1155,1156'],
    ['[17] B medium', B, MEDIUM, 'png', '1414x1060', '353,176,708,708'],
    ['[18] B full, cropped', B, { ...FULL, crop: margins(px(0)) }, 'png', '2000x2000', '0,0,2000,2000'],
    ['[19] C full as JPG', C, FULL, 'jpg', '5916x4225', '845,845,2536,2535'],
    ['[20] C 50MP as JPG', C, MP50, 'jpg', '7000x5000', '1000,1000,3000,3000'],
    ['[21] C 50MP as PNG', C, MP50, 'png', '3741x2672', '534,534,1604,1604'],
  ])('%s', (_name, fixture, rules, output, size, foreground) => {
    const layout = laidOut(fixture, rules, output)
    expect(sizeOf(layout)).toBe(size)
    expect(boxOf(layout)).toBe(foreground)
  })

  test.each([
    ['[9] below the cap', 500, 333, '500x333'],
    ['[10] portrait', 300, 2000, '96x640'],
    ['halves up', 1280, 641, '640x321'],
    ['never to nothing', 10_000, 1, '640x1'],
  ])('preview, %s', (_name, width, height, size) => {
    expect(sizeOf(layOut({ width, height }, box(0, 0, width, height), PREVIEW, true, false))).toBe(size)
  })

  test('a shrink whose sides come out whole loses no pixel to floating point', () => {
    const layout = layOut({ width: 6000, height: 6000 }, box(0, 0, 6000, 6000), FULL, false, false)
    expect(sizeOf(layout)).toBe('5000x5000')
    expect(boxOf(layout)).toBe('0,0,5000,5000')
  })

  test('WebP ends at 16383 a side', () => {
    const wide = { photo: { width: 10_000, height: 400 }, subject: box(0, 0, 10_000, 400) }
    const rules = { ...MP50, crop: margins(px(0), pc(50)) }
    expect(sizeOf(laidOut(wide, rules, 'jpg'))).toBe('20000x400')
    expect(sizeOf(laidOut(wide, rules, 'webp'))).toBe('16383x328')
  })

  test('a longest side and a cap for PNG hold together', () => {
    const rules = { cap: { longestSide: 4096 }, pngPixels: 1_000_000 }
    expect(sizeOf(layOut({ width: 8000, height: 8000 }, box(0, 0, 9, 9), rules, true, false))).toBe('1000x1000')
    expect(sizeOf(layOut({ width: 8000, height: 8000 }, box(0, 0, 9, 9), rules, false, false))).toBe('4096x4096')
  })
})

describe('crop', () => {
  test.each<[string, Margins, string, string]>([
    ['[22] no margin', margins(px(0)), '200x400', '0,0,200,400'],
    ['[25] 10px', margins(px(10)), '220x420', '10,10,200,400'],
    ['[26] 10%', margins(pc(10)), '240x480', '20,40,200,400'],
    ['[27] 12.5%', margins(pc(12.5)), '250x500', '25,50,200,400'],
    ['[28] 10px 20px', margins(px(10), px(20)), '240x420', '20,10,200,400'],
    ['[29] 10% 5px', margins(pc(10), px(5)), '210x480', '5,40,200,400'],
    ['[30] 1px 2px 3px 4px', margins(px(1), px(2), px(3), px(4)), '206x404', '4,1,200,400'],
    ['[31] 50%', margins(pc(50)), '400x800', '100,200,200,400'],
    ['[32] 500px', margins(px(500)), '1200x1400', '500,500,200,400'],
    ['halves up', margins(px(2.5), pc(0.25)), '202x406', '1,3,200,400'],
  ])('%s', (_name, crop, size, foreground) => {
    const layout = laidOut(A, { ...FULL, crop })
    expect(sizeOf(layout)).toBe(size)
    expect(boxOf(layout)).toBe(foreground)
  })

  test.each<[string, Margins, string, string]>([
    ['[35] no margin', margins(px(0)), '200x400', '0,0,200,400'],
    ['[36] 500px', margins(px(500)), '549x640', '228,228,93,184'],
  ])('preview, %s', (_name, crop, size, foreground) => {
    const layout = laidOut(A, { ...PREVIEW, crop })
    expect(sizeOf(layout)).toBe(size)
    expect(boxOf(layout)).toBe(foreground)
  })

  test('[43] comes after scale', () => {
    const layout = laidOut(A, { ...FULL, scalePercent: 25, crop: margins(pc(10)) })
    expect(sizeOf(layout)).toBe('120x240')
    expect(boxOf(layout)).toBe('10,20,100,200')
  })

  test('position has no visible effect', () => {
    const rules = { ...FULL, crop: margins(pc(10)) }
    const { photo: _photo, ...moved } = laidOut(A, { ...rules, position: at(100, 0) })
    const { photo: _other, ...unmoved } = laidOut(A, rules)
    expect(moved).toEqual(unmoved)
  })
})

const at = (xPercent: number, yPercent = xPercent) => ({ xPercent, yPercent })

describe('scale and position', () => {
  test.each<[string, Pick<CutoutJob, 'scalePercent' | 'position'>, string]>([
    ['[37] 50%', { scalePercent: 50 }, '400,200,200,400'],
    ['[38] 100%', { scalePercent: 100 }, '300,0,400,800'],
    ['[39] 33.3%', { scalePercent: 33.3 }, '434,267,133,266'],
    ['[40] 25% where it was', { scalePercent: 25, position: 'original' }, '150,400,100,200'],
    ['[41] 100% where it was', { scalePercent: 100, position: 'original' }, '0,0,400,800'],
    ['[42] 50% at 0% 100%', { scalePercent: 50, position: at(0, 100) }, '0,400,200,400'],
    ['[44] neither', {}, '100,300,200,400'],
    ['position original', { position: 'original' }, '100,300,200,400'],
    ['[46] centre', { position: at(50) }, '400,200,200,400'],
    ['[47] 25%', { position: at(25) }, '200,100,200,400'],
    ['[48] 100% 0%', { position: at(100, 0) }, '800,0,200,400'],
  ])('%s', (_name, rules, foreground) => {
    const layout = laidOut(A, { ...FULL, ...rules })
    expect(sizeOf(layout)).toBe('1000x800')
    expect(boxOf(layout)).toBe(foreground)
  })

  test('a speck stays at least one pixel', () => {
    const subject = box(5, 0, 1, 800)
    expect(boxOf(layOut(A.photo, subject, { ...FULL, scalePercent: 10 }, true, false))).toBe('500,360,1,80')
  })
})

describe('the photo layer', () => {
  test('fills an unmoved canvas exactly', () => {
    expect(laidOut(A, FULL).photo).toEqual(box(0, 0, 1000, 800))
    expect(laidOut(B, FULL).photo).toEqual(box(0, 0, 3651, 2738))
    expect(coversCanvas(laidOut(A, FULL))).toBe(true)
    expect(coversCanvas(laidOut(B, FULL))).toBe(true)
  })

  test('moves and grows with the subject', () => {
    expect(laidOut(A, { ...FULL, position: at(100, 0) }).photo).toEqual(box(700, -300, 1000, 800))
    expect(laidOut(A, { ...FULL, scalePercent: 100 }).photo).toEqual(box(100, -600, 2000, 1600))
  })

  test('leaves an empty area where it is moved away, shrunk or left behind by margins', () => {
    expect(coversCanvas(laidOut(A, { ...FULL, position: at(50) }))).toBe(false)
    expect(coversCanvas(laidOut(A, { ...FULL, scalePercent: 25 }))).toBe(false)
    expect(coversCanvas(laidOut(A, { ...FULL, crop: margins(px(100)) }))).toBe(true)
    expect(coversCanvas(laidOut(A, { ...FULL, crop: margins(px(101)) }))).toBe(false)
  })
})

describe('roi', () => {
  const resolve = (...roi: NonNullable<CutoutJob['roi']>): Box => resolveRoi(roi, A.photo.width, A.photo.height)

  test.each<[string, Box, Box]>([
    ['[50] 0 0 100% 100%', resolve(px(0), px(0), pc(100), pc(100)), box(0, 0, 1000, 800)],
    ['[50] 0% 0% 1000px 800px', resolve(pc(0), pc(0), px(1000), px(800)), box(0, 0, 1000, 800)],
    ['[51] 0 0 200 500', resolve(px(0), px(0), px(200), px(500)), box(0, 0, 200, 500)],
    ['[52] 200px 500px 0px 0px', resolve(px(200), px(500), px(0), px(0)), box(0, 0, 200, 500)],
    ['[53] 15% 50% 50% 100%', resolve(pc(15), pc(50), pc(50), pc(100)), box(150, 400, 350, 400)],
    ['halves up', resolve(px(0.5), pc(0.0625), px(2.4), px(9)), box(1, 1, 1, 8)],
  ])('%s', (_name, actual, expected) => expect(actual).toEqual(expected))

  test.each<[string, NonNullable<CutoutJob['roi']>]>([
    ['[54] beyond the right edge', [px(0), px(0), px(1001), px(800)]],
    ['[54] beyond the bottom edge', [px(0), px(0), pc(100), pc(101)]],
    ['beyond by a fraction', [px(0), px(0), px(1000.4), px(800)]],
    ['beyond at the first corner', [px(1001), px(0), px(0), px(800)]],
    ['both corners beyond', [px(1001), px(0), px(2000), px(800)]],
    ['empty', [px(500), px(0), pc(50), px(800)]],
    ['empty after rounding', [px(5), px(5), px(5.4), px(9)]],
  ])('%s is refused', (_name, roi) => {
    const refusal = expect.objectContaining({ kind: 'invalid_request', parameter: 'roi' })
    expect(() => resolve(...roi)).toThrow(AppError)
    expect(() => resolve(...roi)).toThrow(refusal)
  })
})

const side = fc.oneof(fc.integer({ min: 32, max: 10_000 }), fc.integer({ min: 32, max: 300 }))
const percent = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10),
  )
const span = (length: number) =>
  fc.tuple(fc.nat(length - 1), fc.nat(length - 1)).map(([a, b]) => [Math.min(a, b), Math.abs(a - b) + 1] as const)
const scene = fc.tuple(side, side).chain(([width, height]) =>
  fc.tuple(span(width), span(height)).map(([[left, w], [top, h]]) => ({
    photo: { width, height },
    subject: box(left, top, w, h),
  })),
)
const margin = fc.oneof(fc.nat(500).map(px), percent(0, 50).map(pc))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const placing = fc
  .record({
    scalePercent: optional(percent(10, 100)),
    position: optional(fc.oneof(fc.constant('original' as const), fc.tuple(percent(0, 100), percent(0, 100)))),
    crop: optional(fc.tuple(margin, margin, margin, margin)),
  })
  .map(({ scalePercent, position, crop }) => ({
    ...(scalePercent !== undefined && { scalePercent }),
    ...(position !== undefined && { position: position === 'original' ? position : at(...position) }),
    ...(crop && { crop: margins(...crop) }),
  }))
const cap = fc.constantFrom(PREVIEW.cap, MEDIUM.cap, HD.cap, FULL.cap, MP50.cap)
const output = fc.constantFrom<Output>('png', 'jpg', 'webp')

describe('any photo under any rules', () => {
  test('has its subject on the canvas, is only shrunk, and keeps every cap', () => {
    fc.assert(
      fc.property(scene, placing, cap, output, (fixture, rules, sizeCap, format) => {
        const layout = laidOut(fixture, { ...rules, cap: sizeCap }, format)
        const { width, height, foreground } = layout
        for (const edge of [width, height, ...Object.values(foreground)]) expect(Number.isInteger(edge)).toBe(true)
        expect(Math.min(foreground.left, foreground.top)).toBeGreaterThanOrEqual(0)
        expect(Math.min(foreground.width, foreground.height)).toBeGreaterThanOrEqual(1)
        expect(foreground.left + foreground.width).toBeLessThanOrEqual(width)
        expect(foreground.top + foreground.height).toBeLessThanOrEqual(height)

        const uncapped = laidOut(fixture, { ...rules, cap: { pixels: 1e12 } }, 'jpg')
        expect(width).toBeLessThanOrEqual(uncapped.width)
        expect(height).toBeLessThanOrEqual(uncapped.height)
        if ('longestSide' in sizeCap) expect(Math.max(width, height)).toBeLessThanOrEqual(sizeCap.longestSide)
        if ('pixels' in sizeCap) expect(width * height).toBeLessThanOrEqual(sizeCap.pixels)
        if (format === 'png') expect(width * height).toBeLessThanOrEqual(PNG_PIXELS)
        if (format === 'webp') expect(Math.max(width, height)).toBeLessThanOrEqual(16_383)
      }),
      { numRuns: 2000 },
    )
  })

  test('shows the subject of the photo layer inside its box, which has less than a pixel to spare', () => {
    fc.assert(
      fc.property(scene, placing, cap, output, (fixture, rules, sizeCap, format) => {
        const { photo, foreground } = laidOut(fixture, { ...rules, cap: sizeCap }, format)
        const left = photo.left + (fixture.subject.left * photo.width) / fixture.photo.width
        const width = (fixture.subject.width * photo.width) / fixture.photo.width
        expect(Math.floor(left + 1e-6)).toBe(foreground.left)
        expect(Math.ceil(left + width - 1e-6)).toBe(foreground.left + foreground.width)
      }),
      { numRuns: 1000 },
    )
  })

  test('without scale, position and crop it fills the canvas', () => {
    fc.assert(
      fc.property(scene, cap, output, (fixture, sizeCap, format) => {
        const layout = laidOut(fixture, { cap: sizeCap }, format)
        expect(layout.photo).toEqual(box(0, 0, layout.width, layout.height))
        expect(coversCanvas(layout)).toBe(true)
      }),
    )
  })
})
