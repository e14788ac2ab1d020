/** ID photo formats: sizes as text, and where head and eyes belong. */
import { common, LOCALE } from '#texts/common'
import type { Range, Spec } from './api/types.js'

const regions = new Intl.DisplayNames(LOCALE, { type: 'region' })

export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : common.international
}

/** With no-break spaces. */
export const millimetres = ({ width_mm, height_mm }: Spec): string => unbroken(`${width_mm} × ${height_mm} mm`)
export const pixels = ({ width_px, height_px }: Spec): string => unbroken(`${width_px} × ${height_px} px`)

const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

export interface Guide {
  /** From the top of the picture, in its pixels. */
  readonly band: Range
  /** What we aim for. */
  readonly line: number | undefined
}

export interface Guides {
  readonly top: Guide
  readonly eyes: Guide | undefined
  readonly chin: Guide
}

/** Where the format wants the top of the head, the eyes and the chin. */
export function guidesOf(spec: Spec): Guides {
  const { head_ratio, eye_line_from_bottom_ratio: eyes, top_margin, target, height_px } = spec
  const at = (ratio: number): number => ratio * height_px
  const [topMin, topMax] = top_margin?.ratio ?? [target.top, target.top]
  return {
    top: { band: [at(topMin), at(topMax)], line: at(target.top) },
    eyes: eyes ? { band: [at(1 - eyes[1]), at(1 - eyes[0])], line: undefined } : undefined,
    // The chin follows from the head: its band is where a head of allowed height ends when its top is on target.
    chin: {
      band: [at(target.top + head_ratio[0]), at(Math.min(1, target.top + head_ratio[1]))],
      line: at(target.top + target.head),
    },
  }
}
