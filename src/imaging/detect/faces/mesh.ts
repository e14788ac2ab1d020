/** The FaceMesh network: 468 points of one face, and how certain it is that there is a face at all. */
import type { NetworkOptions } from '../../networks/network-options.js'
import { openNetwork } from '../../networks/open-network.js'
import { angleOf, middleOf, type Point } from '../../raster/point.js'
import { copyWindow, type FaceView, type Window } from './window.js'

/** Indices of points. Right and left are the person's own: right is on the left side of the picture. */
export const MESH = {
  chin: 152,
  noseTip: 1,
  rightEye: { outer: 33, inner: 133 },
  leftEye: { outer: 263, inner: 362 },
  /** Where the face ends at the sides. */
  rightCheek: 234,
  leftCheek: 454,
  /** Pairs on upper and lower lid, and on the inner edges of the lips; those in the middle come first. */
  lids: {
    right: [
      [159, 145],
      [160, 144],
      [158, 153],
    ],
    left: [
      [386, 374],
      [387, 373],
      [385, 380],
    ],
  },
  lips: [
    [13, 14],
    [312, 317],
    [82, 87],
    [311, 402],
    [81, 178],
  ],
  /** Skin below the eyes. */
  cheeks: [50, 280, 101, 330],
  /** Skin of the cheeks next to the nose, that no hair covers. */
  besideNose: { right: [36, 101, 50], left: [266, 330, 280] },
  /** Around the face, from the top of the forehead. */
  oval: [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ],
} as const
const POINTS = 468

/** `z`: depth in pixels of the photo, smaller towards the camera; its zero is the middle of the head. */
export interface MeshPoint extends Point {
  readonly z: number
}

export interface MeshFit {
  readonly points: readonly MeshPoint[]
  /** 0..1: how certain it is that this is a face. */
  readonly certainty: number
  /** Angle of the line through the outer corners of the eyes. */
  readonly angle: number
}

/** The middles between the corners of the eyes, on the left and right side of the picture: near the pupils, wherever these look. */
export const eyeMiddles = (points: MeshFit['points']): { readonly left: Point; readonly right: Point } => ({
  left: middleOf(points[MESH.rightEye.outer]!, points[MESH.rightEye.inner]!),
  right: middleOf(points[MESH.leftEye.outer]!, points[MESH.leftEye.inner]!),
})

export interface FaceMesh {
  fit(view: FaceView, window: Window): Promise<MeshFit>
  /** `points`: where those of the mesh were found, or should be. */
  fitAgain(view: FaceView, points: readonly Point[]): Promise<MeshFit>
}

// The window the network was trained on, relative to the longer side of the face.
export const MESH_MARGIN = 1.5

export async function loadFaceMesh(options: NetworkOptions, threads: number): Promise<FaceMesh> {
  const network = await openNetwork(options, threads)
  const { size } = network

  const fitOnce = async (view: FaceView, window: Window): Promise<MeshFit> => {
    const { rgb, toPhoto } = copyWindow(view, window, size, 'repeat')
    const { Identity_1: certainty, Identity_2: numbers } = await network.run(rgb)
    const points = Array.from({ length: POINTS }, (_, i) => ({
      ...toPhoto({ x: numbers![3 * i]!, y: numbers![3 * i + 1]! }),
      z: (numbers![3 * i + 2]! * window.side) / size,
    }))
    return { points, certainty: certainty![0]!, angle: eyeAngle(points) }
  }
  const fitAgain = (view: FaceView, points: readonly Point[]) => fitOnce(view, windowAround(points))
  // The first fit depends on the detector's rough box; a second one, in a window around the first, is stable.
  return { fit: async (view, window) => fitAgain(view, (await fitOnce(view, window)).points), fitAgain }
}

const eyeAngle = (points: readonly Point[]): number =>
  angleOf(points[MESH.rightEye.outer]!, points[MESH.leftEye.outer]!)

function windowAround(points: readonly Point[]): Window {
  const angle = eyeAngle(points)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const across = points.map(({ x, y }) => x * cos + y * sin)
  const down = points.map(({ x, y }) => y * cos - x * sin)
  const [left, right, top, bottom] = [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)]
  const [u, v] = [(left + right) / 2, (top + bottom) / 2]
  const side = Math.max(right - left, bottom - top) * MESH_MARGIN
  return { centre: { x: u * cos - v * sin, y: u * sin + v * cos }, side, angle }
}
