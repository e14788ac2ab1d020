/** What there is to choose from, as clients see it: presets of cut-outs, formats of ID photos and styles. */
import { CUTOUT_WARNINGS } from '../catalog/cutout-warnings.js'
import { aliasesOf, type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { sortWarnings, WARNINGS, type Warning } from '../catalog/id-photo-warnings.js'
import { presets } from '../catalog/presets.js'
import { searchFormats } from '../catalog/search-formats.js'
import { styleEntries } from '../catalog/styles.js'
import type { HttpParts } from './parts.js'

export type CatalogParts = Pick<HttpParts, 'addresses' | 'stylePreviews'>

/** Those that match the search, the best first; without one, all. */
export function listIdPhotoFormats(search = '') {
  const { specs, colors } = idPhotoCatalog()
  const codes = Object.keys(WARNINGS) as Warning[]
  return {
    specs: searchFormats(specs.map(publicFields), search),
    colors,
    warnings: WARNINGS,
    ...sortWarnings(codes),
  }
}

export const listPresets = () => ({
  presets: presets().map(({ canvas, ...preset }) => {
    const [width = 0, height = 0] = canvas.split('x').map(Number)
    return { ...preset, width, height }
  }),
  warnings: CUTOUT_WARNINGS,
})

export function listStyles({ addresses, stylePreviews }: CatalogParts) {
  return styleEntries().map((style) => ({
    id: style.id,
    name: style.name,
    description: style.description,
    category: style.category,
    tags: style.tags,
    preview_url: `${addresses.cdn()}/styles/${stylePreviews.nameOf(style)}`,
  }))
}

function publicFields(spec: IdPhotoSpec) {
  return {
    id: spec.id,
    name: spec.name,
    aliases: aliasesOf(spec),
    country: spec.country,
    width_mm: spec.width_mm,
    height_mm: spec.height_mm,
    width_px: spec.width_px,
    height_px: spec.height_px,
    dpi: spec.dpi,
    backgrounds: spec.backgrounds,
    default_background: spec.default_background,
    min_kb: spec.min_kb,
    max_kb: spec.max_kb,
    crown: spec.crown,
    head_ratio: spec.head_ratio,
    eye_line_from_bottom_ratio: spec.eye_line_from_bottom_ratio,
    top_margin: spec.top_margin,
    target: spec.target,
    edited_background_policy: spec.edited_background_policy,
    note: spec.note,
  }
}
