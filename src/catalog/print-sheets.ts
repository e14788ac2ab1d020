/** The paper that ID photos are printed on, in millimetres, landscape. */

export interface PaperSize {
  readonly width_mm: number
  readonly height_mm: number
}

/** `10x15` and `13x18` are what the trade sells under these names: 4 x 6 and 5 x 7 inches, rounded to millimetres. */
export const SHEETS = {
  '4x6': { width_mm: 152.4, height_mm: 101.6 },
  '6in': { width_mm: 152, height_mm: 102 },
  '5in': { width_mm: 127, height_mm: 89 },
  a4: { width_mm: 297, height_mm: 210 },
  letter: { width_mm: 279.4, height_mm: 215.9 },
  '10x15': { width_mm: 152, height_mm: 102 },
  '13x18': { width_mm: 178, height_mm: 127 },
  a5: { width_mm: 210, height_mm: 148 },
  a6: { width_mm: 148, height_mm: 105 },
} as const

export type SheetName = keyof typeof SHEETS

export const SHEET_NAMES = Object.keys(SHEETS) as readonly SheetName[]

export const SHEET_FORMATS = ['jpg', 'pdf'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

export const MM_PER_INCH = 25.4
export const pixelsAt = (dpi: number, mm: number): number => Math.round((mm / MM_PER_INCH) * dpi)
