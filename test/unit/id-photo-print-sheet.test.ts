/** How many photos fit on a sheet, how they lie, and where to cut. */
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findSpec } from '../../src/catalog/id-photo-formats.js'
import { SHEETS, type SheetName } from '../../src/catalog/print-sheets.js'
import { drawSheet } from '../../src/imaging/id-photo/print-sheet.js'
import { copiesOn, cutsOf, layOutSheet, type Page, type SheetRules } from '../../src/imaging/id-photo/sheet-layout.js'
import { writeSheetPdf } from '../../src/imaging/id-photo/sheet-pdf.js'
import type { PrintSheet } from '../../src/imaging/job.js'
import type { Size } from '../../src/imaging/raster/picture.js'
import { forPaper } from '../../src/parameters/print-sheet.js'

const onPaper = (name: SheetName, margin_mm = 3, gap_mm = 2): SheetRules => ({ paper: SHEETS[name], margin_mm, gap_mm })

type Row = [sheet: SheetName, spec: string, columns: number, rows: number, turned: boolean]

describe('copies of one photo', () => {
  it.each<Row>([
    ...(['4x6', '6in', '10x15'] as const).flatMap((sheet): Row[] => [
      [sheet, '1inch', 4, 3, true],
      [sheet, '2inch', 4, 1, false],
      [sheet, 'small_2inch', 4, 2, false],
      [sheet, 'cn_visa', 4, 1, false],
      [sheet, 'us_passport', 2, 1, false],
    ]),
    ['5in', '1inch', 3, 3, true],
    ['5in', '2inch', 2, 2, true],
    ['5in', 'small_2inch', 2, 2, true],
    ['5in', 'cn_visa', 2, 2, true],
    ['5in', 'us_passport', 2, 1, false],
    ['a4', '1inch', 10, 5, false],
    ['a4', '2inch', 7, 4, false],
    ['a4', 'small_2inch', 6, 5, true],
    ['a4', 'cn_visa', 8, 4, false],
    ['a4', 'us_passport', 5, 3, false],
  ])('%s: %s %i x %i, turned: %s', (sheet, spec, columns, rows, turned) => {
    const [rules, photo] = [onPaper(sheet), findSpec(spec)!]
    const copies = copiesOn(rules, photo)
    const [page = [], ...more] = layOutSheet(rules, [{ ...photo, copies }])
    expect(more).toEqual([])
    expect([page[0]!.length, page.length, page[0]![0]!.turned]).toEqual([columns, rows, turned])
    expect(copies).toBe(columns * rows)
  })

  it('six of 2 x 2 inch fill 4 x 6 inch, and the seventh begins a second sheet', () => {
    const [rules, photo] = [onPaper('4x6', 0, 0), findSpec('us_passport')!]
    expect(copiesOn(rules, photo)).toBe(6)
    const pages = layOutSheet(rules, [{ ...photo, copies: 7 }])
    expect(pages.map((page) => page.flat().length)).toEqual([6, 1])
  })
})

const side = fc.integer({ min: 100, max: 1000 }).map((tenths) => tenths / 10)
const photos = fc.array(fc.record({ width_mm: side, height_mm: side, copies: fc.integer({ min: 1, max: 12 }) }), {
  minLength: 1,
  maxLength: 4,
})
const anyRules = fc.record({
  paper: fc.record({ width_mm: fc.integer({ min: 210, max: 450 }), height_mm: fc.integer({ min: 210, max: 450 }) }),
  margin_mm: fc.integer({ min: 0, max: 50 }),
  gap_mm: fc.constantFrom(0, 0.5, 2, 10),
})

it('whatever the formats: every copy is there, inside the margins, in its exact size, and none touches another', () => {
  fc.assert(
    fc.property(anyRules, photos, (rules, wanted) => {
      const pages = layOutSheet(rules, wanted)
      const all = pages.flatMap((page) => page.flat())
      wanted.forEach(({ copies, ...photo }, i) => {
        const own = all.filter((place) => place.photo === i)
        expect(own).toHaveLength(copies)
        for (const { width, height, turned } of own) {
          expect(turned ? [height, width] : [width, height]).toEqual([photo.width_mm, photo.height_mm])
        }
      })
      for (const page of pages) expectApart(rules, page)
    }),
    { numRuns: 40 },
  )
})

function expectApart({ paper, margin_mm, gap_mm }: SheetRules, page: Page): void {
  const places = page.flat()
  const least = -1e-3
  for (const { left, top, width, height } of places) {
    const [right, bottom] = [paper.width_mm - left - width, paper.height_mm - top - height]
    expect(Math.min(left, top, right, bottom) - margin_mm).toBeGreaterThan(least)
  }
  for (const [i, a] of places.entries()) {
    for (const b of places.slice(i + 1)) {
      const across = Math.max(b.left - a.left - a.width, a.left - b.left - b.width)
      const down = Math.max(b.top - a.top - a.height, a.top - b.top - b.height)
      expect(Math.max(across, down) - gap_mm).toBeGreaterThan(least)
    }
  }
}

it('two of 2 x 2 inch and four of 35 x 45 mm share a sheet of 4 x 6 inch', () => {
  const wanted = [
    { ...findSpec('us_passport')!, copies: 2 },
    { ...findSpec('schengen_visa')!, copies: 4 },
  ]
  expect(layOutSheet(onPaper('4x6'), wanted)).toHaveLength(1)
})

it('without gaps, neighbours share their cuts, which lie on the edges', () => {
  const rules = onPaper('4x6', 0, 0)
  const [page = []] = layOutSheet(rules, [{ ...findSpec('us_passport')!, copies: 6 }])
  const vertical = cutsOf(rules, page).filter(({ axis }) => axis === 'x')
  expect([...new Set(vertical.map(({ at }) => at.toFixed(3)))]).toEqual(['0.000', '50.800', '101.600', '152.400'])
  expect(vertical.every(({ side: of }) => of === 0)).toBe(true)
})

const sheetOf = (spec: string, more: Partial<PrintSheet> & { copies: number }): PrintSheet => ({
  ...onPaper('4x6'),
  photos: [{ spec: forPaper(findSpec(spec)!, 300), copies: more.copies }],
  dpi: 300,
  format: 'jpg',
  ...more,
})

const blue = async ({ width, height }: Size): Promise<Uint8Array> =>
  Uint8Array.from({ length: width * height * 3 }, (_, i) => (i % 3 === 2 ? 255 : 0))

async function drawn(sheet: PrintSheet) {
  const { jpeg } = await drawSheet(sheet, [blue])
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ]
  return { jpeg, at }
}

describe('the picture', () => {
  it('has its size, its density, the photos and lines to cut along', async () => {
    const { jpeg, at } = await drawn(sheetOf('1inch', { copies: 12 }))
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1800, height: 1200, density: 300, format: 'jpeg' })
    expect(at(200, 300)[2]).toBeGreaterThan(240)
    expect(at(5, 5)).toEqual([255, 255, 255])
    // The first photo begins at 3.2 mm, its row at 11.3 mm.
    expect(at(38 - 1, 100)[0]).toBeLessThan(225)
    expect(at(38 + 1, 100)[0]).toBeGreaterThan(240)
  })

  it('has no white between photos that touch', async () => {
    const { at } = await drawn(sheetOf('schengen_visa', { copies: 8, margin_mm: 0, gap_mm: 0 }))
    const reds = Array.from({ length: 1600 }, (_, x) => at(x + 100, 300)[0]!)
    expect(Math.max(...reds)).toBeLessThan(40)
  })
})

it('the PDF has exact millimetres, each photo once, and a table that finds every object', async () => {
  const file = await writeSheetPdf(sheetOf('1inch', { copies: 13, format: 'pdf' }), [blue])
  const text = file.toString('latin1')
  expect(text).toContain('/MediaBox [0 0 432 288]')
  expect(text).toContain('/Count 2')
  expect(text.match(/DCTDecode/g)).toHaveLength(1)
  // Turned: 35 mm are 99.2126 pt, 25 mm 70.8661 pt.
  expect(text.match(/0 -70\.8661 99\.2126 0 [\d.]+ [\d.]+ cm \/Im0 Do/g)).toHaveLength(13)
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)![1]))
  const starts = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map(([, start]) => Number(start))
  expect(starts.length).toBeGreaterThan(6)
  for (const [i, start] of starts.entries()) expect(text.slice(start)).toMatch(new RegExp(`^${i + 1} 0 obj`))
})
