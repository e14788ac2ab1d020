/** What there is to choose from, as clients see it: formats of ID photos and styles. */
import { type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { WARNINGS } from '../catalog/id-photo-warnings.js'
import { styleEntries } from '../catalog/styles.js'
import type { HttpParts } from './parts.js'

export function listIdPhotoFormats() {
  const { specs, colors } = idPhotoCatalog()
  return { specs: specs.map(publicFields), colors, warnings: WARNINGS }
}

export function listStyles({ addresses, stylePreviews }: Pick<HttpParts, 'addresses' | 'stylePreviews'>) {
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
