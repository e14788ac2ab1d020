/** All networks of the product, loaded together: files in, a finder of subjects and one of faces out. */

import { loadBlazeFace } from './face/blazeface.js'
import { createFaceFinder, type FindFaces } from './face/find-faces.js'
import { loadPupilFinder } from './face/irises.js'
import { loadFaceMesh } from './face/mesh.js'
import { createSubjectFinder, type MattingNetworks } from './matte/find-subject.js'
import { loadMattingNetwork } from './matte/network.js'
import type { NetworkOptions } from './network.js'
import type { FindSubject } from './run.js'
import { createFaceDetector } from './subject/blazeface.js'
import { createSubjectJudge } from './subject/judge.js'
import { loadObjectDetector } from './subject/nanodet.js'

export interface NetworkFiles {
  readonly isnet: NetworkOptions
  readonly u2netp: NetworkOptions
  readonly nanodet: NetworkOptions
  readonly blazeface: NetworkOptions
  readonly facemesh: NetworkOptions
  readonly iris: NetworkOptions
}

export interface LoadedNetworks {
  readonly matting: MattingNetworks
  readonly findSubject: FindSubject
  readonly findFaces: FindFaces
}

/** Of all networks that are set up, those that the product runs. */
export function pickNetworks(ready: Readonly<Record<string, NetworkOptions>>): NetworkFiles {
  const pick = (id: keyof NetworkFiles): NetworkOptions => {
    const network = ready[id]
    if (!network) throw new Error(`The model manifest has no network ${id}`)
    return network
  }
  return {
    isnet: pick('isnet'),
    u2netp: pick('u2netp'),
    nanodet: pick('nanodet'),
    blazeface: pick('blazeface'),
    facemesh: pick('facemesh'),
    iris: pick('iris'),
  }
}

export async function loadNetworks(files: NetworkFiles, threads: number): Promise<LoadedNetworks> {
  const matting = {
    isnet: await load(files.isnet, threads, loadMattingNetwork),
    u2netp: await load(files.u2netp, threads, loadMattingNetwork),
  }
  const blazeface = await load(files.blazeface, threads, loadBlazeFace)
  const judge = createSubjectJudge({
    objects: await load(files.nanodet, threads, loadObjectDetector),
    faces: createFaceDetector(blazeface),
  })
  const findFaces = createFaceFinder({
    detector: blazeface,
    mesh: await load(files.facemesh, threads, loadFaceMesh),
    findPupils: await load(files.iris, threads, loadPupilFinder),
  })
  return { matting, findSubject: createSubjectFinder(matting, judge), findFaces }
}

/** The runtime does not say which file it could not read. */
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
