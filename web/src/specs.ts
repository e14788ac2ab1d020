/** ID photo formats: search, sizes as text, and where head and eyes belong. */
import { common, LOCALE } from '#texts/common'
import type { Range, Spec } from './api/types.js'

const regions = new Intl.DisplayNames(LOCALE, { type: 'region' })

export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : common.international
}

export const millimetres = ({ width_mm, height_mm }: Spec): string => `${width_mm} × ${height_mm} mm`
export const pixels = ({ width_px, height_px }: Spec): string => `${width_px} × ${height_px} px`

/** Every word must occur in name, id, country or size. Sizes may be written 35x45, 35 x 45 or 35×45. */
export function searchSpecs(specs: readonly Spec[], text: string): readonly Spec[] {
  const words = text
    .toLowerCase()
    .replaceAll(/(\d)\s*[x×*]\s*(\d)/g, '$1x$2')
    .split(/[\s,]+/)
    .filter(Boolean)
  return specs.filter((spec) => {
    const known = describe(spec)
    return words.every((word) => known.includes(word))
  })
}

const describe = (spec: Spec): string =>
  [
    spec.id,
    spec.id.replaceAll('_', ' '),
    spec.name,
    spec.country,
    countryName(spec.country),
    `${spec.width_mm}x${spec.height_mm}mm`,
    `${spec.width_px}x${spec.height_px}px`,
  ]
    .join('\n')
    .toLowerCase()

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
    // The chin follows from the head: its band is where heads of allowed height end if they start at the target.
    chin: {
      band: [at(target.top + head_ratio[0]), at(Math.min(1, target.top + head_ratio[1]))],
      line: at(target.top + target.head),
    },
  }
}
