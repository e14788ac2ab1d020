/**
 * Photo → its faces with all their points, largest first. A detected box counts as a face only when the mesh network
 * confirms it: the detector alone sees three faces in a tiger.
 */
import type { Box, Photo, Size } from '../../raster/picture.js'
import { angleOf, type Point } from '../../raster/point.js'
import { isSameFace, keepBest } from '../boxes.js'
import type { BlazeFace, FaceProposal } from './blazeface.js'
import type { FindPupils, Pupils } from './irises.js'
import { eyeMiddles, type FaceMesh, MESH_MARGIN, type MeshFit } from './mesh.js'
import { copyWindow, type FaceView, viewFaces, type Window } from './window.js'

export interface Face {
  readonly score: number
  /** Around eyes, nose and mouth, in pixels of the photo. */
  readonly box: Box
  readonly pupils: Pupils
  readonly mesh: MeshFit['points']
}

/** Where the points of a face should be. */
export interface KnownPlace extends Pick<Face, 'box'> {
  readonly mesh: readonly Point[]
}

export interface FaceRequest {
  /** Then the face is only fitted again. */
  readonly known?: KnownPlace
  /** Where the middles between the corners of the eyes are near enough to the pupils, as they are for a known face. */
  readonly roughPupils?: boolean
}

export type FindFaces = (
  photo: Pick<Photo, 'width' | 'height' | 'colour'>,
  request?: FaceRequest,
) => Promise<readonly Face[]>

export interface FaceNetworks {
  readonly detector: BlazeFace
  readonly mesh: FaceMesh
  readonly findPupils: FindPupils
}

const MIN_SCORE = 0.5
// When no face scores this well, it is worth searching parts of the photo.
const GOOD_SCORE = 0.6
const MIN_CERTAINTY = 0.5
/** In a crowd only the largest faces matter. */
const MAX_FACES = 6

export function createFaceFinder(networks: FaceNetworks): FindFaces {
  return async (photo, { known, roughPupils = false } = {}) => {
    const view = await viewFaces(photo)
    if (known) {
      const { points, certainty } = await networks.mesh.fitAgain(view, known.mesh)
      return certainty < MIN_CERTAINTY ? [] : [{ score: 1, box: known.box, pupils: eyeMiddles(points), mesh: points }]
    }
    const faces: Face[] = []
    for (const proposal of await largest(networks.detector, view)) {
      const mesh = await fitUpright(networks, view, proposal)
      if (mesh.certainty < MIN_CERTAINTY) continue
      const pupils = roughPupils ? eyeMiddles(mesh.points) : await networks.findPupils(view, mesh)
      faces.push({ score: proposal.score, box: boxOf(proposal), pupils, mesh: mesh.points })
    }
    return faces
  }
}

const largest = async (detector: BlazeFace, view: FaceView): Promise<FaceProposal[]> =>
  (await propose(detector, view)).toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MAX_FACES)

/** Searches the whole photo at once; when that finds nothing certain, overlapping parts of it. */
async function propose(detector: BlazeFace, view: FaceView): Promise<FaceProposal[]> {
  const whole = wholeWindow(view)
  let found = await proposeIn(detector, view, whole)
  for (const parts of [2, 3]) {
    if (found.some(({ score }) => score >= GOOD_SCORE)) break
    for (const window of tiles(view, (whole.side / parts) * 1.1))
      found = [...found, ...(await proposeIn(detector, view, window))]
  }
  return keepBest(found, (a, b) => isSameFace(a.box, b.box))
}

export const wholeWindow = ({ width, height }: Size): Window => ({
  centre: { x: width / 2, y: height / 2 },
  side: Math.max(width, height),
  angle: 0,
})

function tiles({ width, height }: FaceView, side: number): Window[] {
  const centres = (length: number): number[] => {
    const count = Math.max(1, Math.ceil((length - side) / (side * 0.6)) + 1)
    return Array.from({ length: count }, (_, i) =>
      count === 1 ? length / 2 : side / 2 + (i * (length - side)) / (count - 1),
    )
  }
  return centres(height).flatMap((y) => centres(width).map((x) => ({ centre: { x, y }, side, angle: 0 })))
}

/** What the detector proposes in a window, in pixels of the photo. */
export async function proposeIn(
  detector: BlazeFace,
  view: FaceView,
  window: Window,
  minScore = MIN_SCORE,
): Promise<FaceProposal[]> {
  const { rgb, toPhoto } = copyWindow(view, window, detector.size, 'black')
  const found = await detector.propose(rgb, minScore)
  return found.map(({ score, box, eyes: [right, left] }) => {
    const [a, b] = [toPhoto({ x: box.left, y: box.top }), toPhoto({ x: box.right, y: box.bottom })]
    return {
      score,
      box: {
        left: Math.min(a.x, b.x),
        top: Math.min(a.y, b.y),
        right: Math.max(a.x, b.x),
        bottom: Math.max(a.y, b.y),
      },
      eyes: [toPhoto(right), toPhoto(left)],
    }
  })
}

// With this window, in sides of the face, the detector is surest which way up a face is.
const UPRIGHT_MARGIN = 4
// Of 88 portraits the most certain had 0.89 upside down, the least certain 0.91 upright; in other windows it is 0.90 at most
// upside down.
const SURELY_UPRIGHT = 0.92

/**
 * On an upside-down head the mesh is fitted the wrong way round, and with high certainty. So the detector decides
 * whether a head is upside down: the mesh cannot, because turned by 180° it can be certain of a profile as well.
 */
async function fitUpright({ detector, mesh }: FaceNetworks, view: FaceView, proposal: FaceProposal): Promise<MeshFit> {
  const fit = await mesh.fit(view, windowAround(proposal))
  // Whatever the window was in which the face was found, it was upright.
  if (proposal.score >= SURELY_UPRIGHT) return fit
  const around = { ...windowAround(proposal), side: sizeOf(proposal) * UPRIGHT_MARGIN }
  const best = async (angle: number): Promise<FaceProposal | undefined> =>
    (await proposeIn(detector, view, { ...around, angle }, 0.1)).toSorted((a, b) => b.score - a.score)[0]
  const upright = (await best(0))?.score ?? 0
  if (upright >= SURELY_UPRIGHT) return fit
  const turned = await best(Math.PI)
  return turned && turned.score > upright ? mesh.fit(view, windowAround(turned)) : fit
}

export function windowAround(proposal: FaceProposal): Window {
  const { box, eyes } = proposal
  const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  return { centre, side: sizeOf(proposal) * MESH_MARGIN, angle: angleOf(...eyes) }
}

const sizeOf = ({ box }: FaceProposal): number => Math.max(box.right - box.left, box.bottom - box.top)

function boxOf({ box }: FaceProposal): Box {
  return { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }
}
