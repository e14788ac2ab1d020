/** What all pictures of one photo are made from. */
import type { Photo } from '../raster/picture.js'
import type { NaturalShadow, Shadows } from './shadow/shadow.js'
import type { Subject } from './subject.js'

export interface FoundPhoto {
  readonly photo: Photo
  readonly alpha: Uint8Array
  readonly facts: Subject
  /** The photo's own, where it was asked for and can be told from the ground. */
  readonly ownShadow: NaturalShadow | undefined
  readonly shadows: Shadows
}
