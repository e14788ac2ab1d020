/** The catalogue in the reader's language; what has no translation keeps the server's name. */
import { formatNames, presetNames, styleNames, warnings } from '#texts/catalog'
import type { Catalog } from './types.js'

export const inReadersLanguage = (catalog: Catalog): Catalog => ({
  ...catalog,
  styles: catalog.styles.map((style) => ({ ...style, name: styleNames[style.id] ?? style.name })),
  specs: catalog.specs.map((spec) => ({ ...spec, name: formatNames[spec.id] ?? spec.name })),
  presets: catalog.presets.map((preset) => ({ ...preset, name: presetNames[preset.id] ?? preset.name })),
  warnings: { ...catalog.warnings, ...warnings },
})
