/** The product's networks, for evaluating the steps after the matte. The large ones load when a photo first needs them. */
import { loadConfig } from '../src/config/load.js'
import { loadBlazeFace } from '../src/imaging/detect/faces/blazeface.js'
import { createFaceFinder } from '../src/imaging/detect/faces/find-faces.js'
import { loadPupilFinder } from '../src/imaging/detect/faces/irises.js'
import { loadFaceMesh } from '../src/imaging/detect/faces/mesh.js'
import { loadTools } from '../src/imaging/load-tools.js'
import type { FindSubject } from '../src/imaging/matte/find-subject.js'
import { chooseNetworks } from '../src/imaging/networks/choose.js'
import type { JobTools } from '../src/imaging/run-job.js'
import { createNearestFinder } from '../src/imaging/style/prompt/nearest.js'
import { loadSentences } from '../src/imaging/style/prompt/sentences.js'
import { mattingSetupFor } from '../src/networks/setup.js'
import { keptFaces } from './kept-faces.js'
import { keptMattes } from './kept-mattes.js'
import { fetchNetworks } from './networks.js'

export async function loadProductTools(mattes: string): Promise<Omit<JobTools, 'deadline'>> {
  const config = loadConfig(process.env)
  const store = await fetchNetworks()
  const files = chooseNetworks(await store.networks(), await store.texts())
  const threads = config.engine.threadsPerWorker
  const matting = await mattingSetupFor(config)
  let networks: ReturnType<typeof loadTools> | undefined
  const findSubject: FindSubject = async (photo, request) => {
    networks ??= loadTools(files, matting, threads)
    return (await networks).findSubject(photo, request)
  }
  return {
    findSubject: keptMattes(findSubject, mattes),
    findFaces: keptFaces(
      createFaceFinder({
        detector: await loadBlazeFace(files.blazeface, threads),
        mesh: await loadFaceMesh(files.facemesh, threads),
        findPupils: await loadPupilFinder(files.iris, threads),
      }),
    ),
    findNearest: createNearestFinder(files.sentences && (await loadSentences(files.sentences))),
    limits: { pixels: config.limits.pixels, minSide: 32, maxSide: 10_000 },
  }
}
