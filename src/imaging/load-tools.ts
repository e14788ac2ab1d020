/** Loads the chosen networks: their files in; subject finder, face finder and the reader of prompts out. */
import { createSubjectJudge } from './detect/class/judge.js'
import { loadBlazeFace } from './detect/faces/blazeface.js'
import { createFaceDetector } from './detect/faces/face-boxes.js'
import { createFaceFinder } from './detect/faces/find-faces.js'
import { loadPupilFinder } from './detect/faces/irises.js'
import { loadFaceMesh } from './detect/faces/mesh.js'
import { loadObjectDetector } from './detect/objects/nanodet.js'
import { loadEdgeNetwork } from './matte/edges/edge-network.js'
import { createEdgeRefiner } from './matte/edges/fine-edges.js'
import { createSubjectFinders, type MattingSetup, type SubjectFinders } from './matte/finders.js'
import { loadMattingNetwork, type MattingNetwork } from './matte/matting-network.js'
import type { NetworkFiles } from './networks/choose.js'
import type { NetworkOptions } from './networks/network-options.js'
import { requireProviders } from './networks/session.js'
import { createNearestFinder } from './style/prompt/nearest.js'
import type { FindNearest } from './style/prompt/read.js'
import { loadSentences } from './style/prompt/sentences.js'
import type { Tools } from './tools.js'

export interface LoadedTools extends Pick<Tools, 'findSubject' | 'findFaces'>, SubjectFinders {
  readonly findNearest: FindNearest
  readonly matting: MattingNetwork
}

/** The networks for faces take a few milliseconds each: waking other threads would take longer than they save. */
const ONE_THREAD = 1

export async function loadTools(files: NetworkFiles, setup: MattingSetup, threads: number): Promise<LoadedTools> {
  const { providers } = setup
  requireProviders(providers)
  const matting = await load(files.matte, threads, (options) => loadMattingNetwork(options, threads, providers))
  const refineEdges = createEdgeRefiner(
    await load(files.edge, threads, (options) => loadEdgeNetwork(options, { threads, providers })),
  )
  const blazeface = await load(files.blazeface, ONE_THREAD, loadBlazeFace)
  const mesh = await load(files.facemesh, ONE_THREAD, loadFaceMesh)
  const judge = createSubjectJudge({
    objects: await load(files.nanodet, threads, loadObjectDetector),
    faces: createFaceDetector({ detector: blazeface, mesh }),
  })
  const findPupils = await load(files.iris, ONE_THREAD, loadPupilFinder)
  const findFaces = createFaceFinder({ detector: blazeface, mesh, findPupils })
  const meanings = files.sentences && (await loadSentences(files.sentences))
  const findNearest = createNearestFinder(meanings)
  const finders = createSubjectFinders({ network: matting, refineEdges, judge }, setup, { threads, providers })
  return { matting, findSubject: finders.finderFor(undefined), findFaces, findNearest, ...finders }
}

/** Adds the file's name to the error: the runtime does not say which file it could not read. */
async function load<T>(
  options: NetworkOptions,
  threads: number,
  loader: (options: NetworkOptions, threads: number) => Promise<T>,
): Promise<T> {
  try {
    return await loader(options, threads)
  } catch (error) {
    throw new Error(`${options.file}: ${(error as Error).message}`, { cause: error })
  }
}
