/** The library, as programs import it: `import { createSilhouette } from '@silhouette-image/silhouette'`. */
export { type ErrorCode, SilhouetteError } from './library/error.js'
export { idPhotoFormats, presets, styles } from './library/offers.js'
export { createSilhouette } from './library/silhouette.js'
export type {
  Box,
  Cutout,
  CutoutWarning,
  IdPhoto,
  IdPhotoFormat,
  IdPhotoOptions,
  IdPhotoWarning,
  OwnSize,
  Painting,
  PhotoSource,
  Picture,
  Piece,
  Preset,
  Progress,
  RemoveBackgroundOptions,
  Silhouette,
  SilhouetteOptions,
  Style,
  StylizeOptions,
} from './library/types.js'
