/** The canvas: how large the subject becomes on it, and where it goes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_ENLARGEMENT, planCanvas } from '../../src/imaging/cutout/canvas.js'
import { layOutOnCanvas } from '../../src/imaging/cutout/layout.js'
import { type Subject, subjectOf } from '../../src/imaging/cutout/subject.js'
import type { Canvas } from '../../src/imaging/job.js'
import { margins } from '../../src/parameters/lengths.js'

const CENTRE = { xPercent: 50, yPercent: 50 }
const SQUARE: Canvas = { size: { width: 1000, height: 1000 }, align: CENTRE }
const UNCUT = { top: false, right: false, bottom: false, left: false }

function subject(width: number, height: number, more: Partial<Subject> = {}): Subject {
  const box = { left: 40, top: 30, width, height }
  return { box, area: width * height, centre: { x: 0.5, y: 0.5 }, cut: UNCUT, ...more }
}

const boxOn = (canvas: Canvas, it = subject(200, 400)): string => {
  const { left, top, width, height } = planCanvas(it, canvas).placed
  return [left, top, width, height].join(',')
}

describe('the subject', () => {
  test('fills the canvas by its longer side, in the middle', () => {
    expect(boxOn(SQUARE)).toBe('250,0,500,1000')
    expect(boxOn({ ...SQUARE, fill: { percent: 80, by: 'side' } })).toBe('300,100,400,800')
    expect(boxOn({ ...SQUARE, fill: { percent: 80, by: 'side' } }, subject(400, 200))).toBe('100,300,800,400')
  })

  test('by its area: thin things become longer, square ones smaller, and none touches the edge', () => {
    const fill = { percent: 80, by: 'weight' } as const
    const areaOf = (it: Subject): number => {
      const { width } = planCanvas(it, { ...SQUARE, fill }).placed
      return it.area * (width / it.box.width) ** 2
    }
    const disc = (Math.PI / 4) * 800 ** 2
    expect(areaOf(subject(300, 300))).toBeCloseTo(disc, -4)
    expect(areaOf(subject(250, 320))).toBeCloseTo(disc, -4)
    // A bottle would have to be longer than the canvas.
    expect(boxOn({ ...SQUARE, fill }, subject(40, 400))).toBe('455,50,90,900')
  })

  test('stays inside the margins, in percent of the canvas or in pixels', () => {
    expect(boxOn({ ...SQUARE, margins: margins.read('10%', '') })).toBe('300,100,400,800')
    expect(boxOn({ ...SQUARE, margins: margins.read('0px 0px 200px 0px', '') })).toBe('300,0,400,800')
    expect(boxOn({ ...SQUARE, margins: margins.read('5%', ''), fill: { percent: 100, by: 'side' } })).toBe(
      '275,50,450,900',
    )
  })

  test('stands at the bottom with as much room as fill leaves at an end, or on the margin', () => {
    const standing: Canvas = { ...SQUARE, align: 'bottom', fill: { percent: 80, by: 'side' } }
    expect(boxOn(standing, subject(400, 200))).toBe('100,500,800,400')
    expect(boxOn({ ...standing, margins: margins.read('0 0 3% 0', '') }, subject(400, 200))).toBe('100,570,800,400')
    const bust = subject(400, 200, { cut: { ...UNCUT, bottom: true } })
    expect(boxOn(standing, bust), 'a bust must not float').toBe('100,600,800,400')
  })

  test('balances: its centre of gravity goes to the middle, as far as the margins allow', () => {
    const balanced: Canvas = { ...SQUARE, align: 'optical', fill: { percent: 60, by: 'side' } }
    expect(boxOn(balanced, subject(300, 300, { centre: { x: 0.4, y: 0.6 } }))).toBe('260,140,600,600')
    expect(boxOn(balanced, subject(300, 300, { centre: { x: 0, y: 1 } }))).toBe('400,0,600,600')
  })

  test(`is enlarged at most ${MAX_ENLARGEMENT} times, and stays in the middle`, () => {
    expect(boxOn(SQUARE, subject(20, 50))).toBe('400,250,200,500')
  })

  test('keeps its own size where only a ratio is given', () => {
    const wide: Canvas = { size: { ratio: 2 }, align: CENTRE, fill: { percent: 50, by: 'side' } }
    const { size, placed } = planCanvas(subject(200, 400), wide)
    expect([size.width, size.height, placed.width, placed.height]).toEqual([1600, 800, 200, 400])
  })
})

test('whatever is asked for, the subject is on the canvas, in its own proportions', () => {
  const length = fc.integer({ min: 1, max: 5000 })
  const size = fc.oneof(
    fc.record({ width: fc.integer({ min: 16, max: 4096 }), height: fc.integer({ min: 16, max: 4096 }) }),
    fc.record({ ratio: fc.double({ min: 0.1, max: 10, noNaN: true }) }),
  )
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const align = fc.constantFrom<Canvas['align']>(CENTRE, 'bottom', 'optical', { xPercent: 0, yPercent: 100 })
  const fill = fc.option(
    fc.record({ percent: fc.integer({ min: 10, max: 100 }), by: fc.constantFrom('side' as const, 'weight' as const) }),
    { nil: undefined },
  )
  const room = fc.option(fc.integer({ min: 0, max: 45 }), { nil: undefined })
  fc.assert(
    fc.property(
      length,
      length,
      share,
      share,
      size,
      align,
      fill,
      room,
      (width, height, x, y, canvasSize, at, by, rim) => {
        const it = subject(width, height, { area: Math.max(1, width * height * (0.2 + 0.8 * x)), centre: { x, y } })
        const canvas: Canvas = {
          size: canvasSize,
          align: at,
          ...(by && { fill: by }),
          ...(rim !== undefined && { margins: margins.read(`${rim}%`, '') }),
        }
        const { placed, size: made } = planCanvas(it, canvas)
        // Half a pixel of rounding at each end.
        expect(placed.left).toBeGreaterThanOrEqual(-1)
        expect(placed.top).toBeGreaterThanOrEqual(-1)
        expect(placed.left + placed.width).toBeLessThanOrEqual(made.width + 1)
        expect(placed.top + placed.height).toBeLessThanOrEqual(made.height + 1)
        expect(placed.width).toBeLessThanOrEqual(Math.max(1, MAX_ENLARGEMENT * width))
        const scale = placed.width / width
        if (placed.width > 50 && placed.height > 50) expect(placed.height / height / scale).toBeCloseTo(1, 1)
      },
    ),
  )
})

test('a preview is the same picture, smaller', () => {
  const photo = { width: 800, height: 600 }
  const canvas: Canvas = { ...SQUARE, fill: { percent: 80, by: 'side' } }
  const layout = layOutOnCanvas(photo, subject(200, 400), canvas, { cap: { longestSide: 100 } }, true, false)
  expect(layout).toMatchObject({ width: 100, height: 100, foreground: { left: 30, top: 10, width: 40, height: 80 } })
  // The photo lies so that the subject fills its box: 2 pixels of the canvas for one of the photo, shrunk to a tenth.
  expect(layout.photo).toEqual({ left: 22, top: 4, width: 160, height: 120 })
})

describe('what is known of a subject', () => {
  const photo = { width: 60, height: 40 }
  const drawn = (fill: (x: number, y: number) => number): Subject =>
    subjectOf(
      Uint8Array.from({ length: 60 * 40 }, (_, i) => fill(i % 60, Math.floor(i / 60))),
      photo,
    )

  test('its area and its centre of gravity, by transparency', () => {
    const { area, centre, box } = drawn((x, y) => (y < 10 || y >= 30 ? 0 : x < 30 ? 255 : 51))
    expect(box).toEqual({ left: 0, top: 10, width: 60, height: 20 })
    expect(area).toBeCloseTo(60 * 20 * 0.6, -2)
    expect(centre.x).toBeCloseTo(1 / 3, 1)
    expect(centre.y).toBeCloseTo(0.5, 1)
  })

  test('which edges of the photo cut it; a soft or single touch does not', () => {
    expect(drawn((x, y) => (x > 20 && x < 40 && y > 20 ? 255 : 0)).cut).toEqual({ ...UNCUT, bottom: true })
    expect(drawn((x, y) => (x < 30 && y > 5 && y < 30 ? 255 : 0)).cut).toEqual({ ...UNCUT, left: true })
    expect(drawn((_, y) => (y > 20 ? 100 : y > 10 ? 255 : 0)).cut.bottom).toBe(false)
  })

  test('nothing is refused', () => {
    expect(() => drawn(() => 0)).toThrow('No foreground was found')
  })
})
