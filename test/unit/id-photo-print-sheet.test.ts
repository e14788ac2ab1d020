/** How many photos fit on a sheet, and how they lie. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findSpec } from '../../src/catalog/id-photo-formats.js'
import { SHEETS, type SheetName } from '../../src/catalog/print-sheets.js'
import { drawSheet } from '../../src/imaging/id-photo/print-sheet.js'
import { layOutSheet, printSize } from '../../src/imaging/id-photo/sheet-layout.js'

type Row = [sheet: SheetName, spec: string, columns: number, rows: number, turned: boolean]

describe('the layout', () => {
  it.each<Row>([
    ...(['4x6', '6in'] as const).flatMap((sheet): Row[] => [
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
    const layout = layOutSheet(SHEETS[sheet], printSize(findSpec(spec)!))
    expect(layout).toMatchObject({ columns, rows, turned })
    expect(layout.places).toHaveLength(columns * rows)
  })

  it('is centred and keeps 3 mm to the edges and 2 mm between photos', () => {
    const photo = printSize(findSpec('2inch')!)
    const { places, turned } = layOutSheet(SHEETS['5in'], photo)
    const side = turned ? { width: photo.height, height: photo.width } : photo
    const [first, last] = [places[0]!, places.at(-1)!]
    const right = SHEETS['5in'].width - last.left - side.width
    const bottom = SHEETS['5in'].height - last.top - side.height
    expect(Math.abs(first.left - right)).toBeLessThanOrEqual(1)
    expect(Math.abs(first.top - bottom)).toBeLessThanOrEqual(1)
    expect(Math.min(first.left, first.top, right, bottom)).toBeGreaterThanOrEqual(35)
    expect(places[1]!.left - first.left).toBe(side.width + 24)
  })

  it('takes another density into account', () => {
    expect(printSize(findSpec('icao_35x45')!)).toEqual({ width: 413, height: 531 })
  })
})

it('the drawn sheet has its size, its density, the photos and lines to cut along', async () => {
  const spec = findSpec('1inch')!
  const photo = await sharp({ create: { width: 295, height: 413, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toBuffer()
  const sheet = await drawSheet(photo, spec, '4x6')
  expect(await sharp(sheet).metadata()).toMatchObject({ width: 1800, height: 1200, density: 300, format: 'jpeg' })
  const { data } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): number[] => [...data.subarray((y * 1800 + x) * 3, (y * 1800 + x) * 3 + 3)]
  const { places } = layOutSheet(SHEETS['4x6'], printSize(spec))
  for (const { left, top } of places) expect(at(left + 200, top + 150)[2]).toBeGreaterThan(240)
  expect(at(5, 5)).toEqual([255, 255, 255])
  expect(at(places[0]!.left - 1, 8)[0]).toBeLessThan(225)
  expect(at(places[0]!.left + 1, 8)[0]).toBeGreaterThan(240)
})
