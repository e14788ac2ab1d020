/**
 * Where the faces are, for deciding what the subject is. BlazeFace sees the whole picture at once and so misses faces
 * smaller than about 4 % of the long side, which do not matter here; FaceMesh says how certain each of them is.
 */
import { clamp01 } from '../../raster/clamp.js'
import type { Photo, Size } from '../../raster/picture.js'
import { isSameFace, keepBest, type Region } from '../boxes.js'
import { type FaceNetworks, proposeIn, wholeWindow, windowAround } from './find-faces.js'
import { viewFaces } from './window.js'

export interface FaceBox {
  readonly score: number
  /** 0..1: what the mesh makes of it. */
  readonly certainty: number
  readonly box: Region
}

export interface FaceDetector {
  detect(photo: Pick<Photo, 'width' | 'height' | 'colour'>): Promise<FaceBox[]>
}

/** Less does not make a person of anything. */
const MIN_SCORE = 0.7

export function createFaceDetector({ detector, mesh }: Pick<FaceNetworks, 'detector' | 'mesh'>): FaceDetector {
  return {
    detect: async (photo) => {
      const view = await viewFaces(photo)
      const proposals = await proposeIn(detector, view, wholeWindow(view), MIN_SCORE)
      const faces: FaceBox[] = []
      for (const proposal of keepBest(proposals, (a, b) => isSameFace(a.box, b.box))) {
        const { certainty } = await mesh.fit(view, windowAround(proposal))
        faces.push({ score: proposal.score, certainty, box: sharesOf(proposal.box, photo) })
      }
      return faces
    },
  }
}

const sharesOf = ({ left, top, right, bottom }: Region, { width, height }: Size): Region => ({
  left: clamp01(left / width),
  top: clamp01(top / height),
  right: clamp01(right / width),
  bottom: clamp01(bottom / height),
})
