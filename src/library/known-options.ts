/** Unknown options are refused by name: a misspelt one would silently change nothing. */
import { nearestName } from '../catalog/nearest-name.js'
import { SilhouetteError } from './error.js'
import type { IdPhotoOptions, OwnSize, RemoveBackgroundOptions, SilhouetteOptions, StylizeOptions } from './types.js'

/** Complete, or it does not compile. */
type Names<T> = Readonly<Record<keyof T, true>>

const silhouette: Names<SilhouetteOptions> = {
  dataFolder: true,
  workers: true,
  threadsPerWorker: true,
  quality: true,
  matteNetwork: true,
  maxPixels: true,
  timeoutMs: true,
  onProgress: true,
}

const removeBackground: Names<RemoveBackgroundOptions> = {
  format: true,
  background: true,
  backgroundImage: true,
  preset: true,
  canvas: true,
  fill: true,
  fillBy: true,
  align: true,
  crop: true,
  margin: true,
  backgroundGradient: true,
  backgroundBlur: true,
  shadow: true,
  shadowStrength: true,
  shadowSoftness: true,
  quality: true,
  roi: true,
  onlyForeground: true,
  size: true,
  onlyMask: true,
  detail: true,
  signal: true,
}

const idPhoto: Names<IdPhotoOptions> = {
  spec: true,
  size: true,
  background: true,
  purpose: true,
  sheet: true,
  copies: true,
  sheetPhotos: true,
  sheetMargin: true,
  sheetGap: true,
  sheetFormat: true,
  sheetDpi: true,
  detail: true,
  signal: true,
}

const ownSize: Names<OwnSize> = {
  widthMm: true,
  heightMm: true,
  widthPx: true,
  heightPx: true,
  dpi: true,
  headMin: true,
  headMax: true,
  maxKb: true,
}

const stylize: Names<StylizeOptions> = {
  style: true,
  prompt: true,
  strength: true,
  format: true,
  detail: true,
  signal: true,
}

const KNOWN = { silhouette, removeBackground, idPhoto, 'idPhoto.size': ownSize, stylize }

/** `within`: the option that they are part of. */
export function refuseUnknown(given: object, of: keyof typeof KNOWN, within = ''): void {
  const known = Object.keys(KNOWN[of])
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))
  if (!unknown) return
  const [name] = unknown
  const nearest = nearestName(name, known)
  const advice = nearest === undefined ? `The options are ${known.join(', ')}` : `Did you mean ${within}${nearest}?`
  const option = `${within}${name}`
  throw new SilhouetteError('invalid_option', `There is no option ${option}. ${advice}`, { option })
}
