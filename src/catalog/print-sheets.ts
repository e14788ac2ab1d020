/** The sheets of paper that ID photos are printed on. */

/** Pixels at `SHEET_DPI`, landscape. */
export const SHEETS = {
  '4x6': { width: 1800, height: 1200 },
  '6in': { width: 1795, height: 1205 },
  '5in': { width: 1500, height: 1051 },
  a4: { width: 3508, height: 2480 },
} as const

export type SheetName = keyof typeof SHEETS

export const SHEET_NAMES = Object.keys(SHEETS) as readonly SheetName[]

export const SHEET_DPI = 300
