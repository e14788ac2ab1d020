/** What can be asked for by name: presets of cut-outs, the formats of ID photos and the styles. */
import { idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { presets as catalog } from '../catalog/presets.js'
import { styleEntries } from '../catalog/styles.js'
import type { IdPhotoFormat, Preset, Style } from './types.js'

export const idPhotoFormats = (): IdPhotoFormat[] =>
  idPhotoCatalog().specs.map(({ id, name, country, width_mm, height_mm, width_px, height_px }) => ({
    id,
    name,
    country,
    widthMm: width_mm,
    heightMm: height_mm,
    widthPx: width_px,
    heightPx: height_px,
  }))

export const presets = (): Preset[] =>
  catalog().map(({ id, name, canvas, fill, background, format }) => ({ id, name, canvas, fill, background, format }))

export const styles = (): Style[] => styleEntries().map(({ id, name, description }) => ({ id, name, description }))
