/** Where the pupils are, by the Iris network. It was trained on left eyes only; the right eye is mirrored for it. */
import type { NetworkOptions } from '../../networks/network-options.js'
import { openNetwork } from '../../networks/open-network.js'
import { distanceOf, middleOf, type Point } from '../../raster/point.js'
import { MESH, type MeshFit } from './mesh.js'
import { copyWindow, type FaceView } from './window.js'

export interface Pupils {
  /** On the left side of the picture: the person's right eye. */
  readonly left: Point
  readonly right: Point
}

export type FindPupils = (view: FaceView, mesh: MeshFit) => Promise<Pupils>

// The window the network was trained on, relative to the width of the eye.
const EYE_MARGIN = 2.3
/** Index of the iris's centre among the 76 points; its rim follows. */
const IRIS_CENTRE = 71

export async function loadPupilFinder(options: NetworkOptions, threads: number): Promise<FindPupils> {
  const network = await openNetwork(options, threads)

  const pupilOf = async (
    view: FaceView,
    { points, angle }: MeshFit,
    { outer, inner }: { outer: number; inner: number },
    mirrored: boolean,
  ): Promise<Point> => {
    const [a, b] = [points[outer]!, points[inner]!]
    const window = { centre: middleOf(a, b), side: distanceOf(a, b) * EYE_MARGIN, angle, mirrored }
    const { rgb, toPhoto } = copyWindow(view, window, network.size, 'repeat')
    const { Identity: numbers } = await network.run(rgb)
    return toPhoto({ x: numbers![3 * IRIS_CENTRE]!, y: numbers![3 * IRIS_CENTRE + 1]! })
  }

  return async (view, mesh) => ({
    left: await pupilOf(view, mesh, MESH.rightEye, true),
    right: await pupilOf(view, mesh, MESH.leftEye, false),
  })
}
