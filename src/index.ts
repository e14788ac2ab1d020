/** The library, as programs import it: `import { createSilhouette } from '@silhouette-image/silhouette'`. */
export { type ErrorCode, SilhouetteError } from './library/error.js'
export { idPhotoFormats, styles } from './library/offers.js'
export { createSilhouette } from './library/silhouette.js'
export type {
  Box,
  Cutout,
  IdPhoto,
  IdPhotoFormat,
  IdPhotoOptions,
  IdPhotoWarning,
  OwnSize,
  Painting,
  PhotoSource,
  Picture,
  Piece,
  Progress,
  RemoveBackgroundOptions,
  Silhouette,
  SilhouetteOptions,
  Style,
  StylizeOptions,
} from './library/types.js'
