/**
 * A whole number as people type it, with or without groups of three: 1500, 1,500, 1 500, 1’500. A point is refused: in
 * some countries it separates thousands, in others decimals.
 */
export function parseWholeNumber(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const trimmed = text.trim()
  if (!/^\d+$/.test(trimmed) && !/^\d{1,3}([,\s'’]\d{3})+$/.test(trimmed)) return undefined
  const value = Number(trimmed.replaceAll(/\D/g, ''))
  return value >= min && value <= max ? value : undefined
}
