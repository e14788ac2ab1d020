/** The product's networks for evaluations of styles. The large ones are loaded when the first photo needs them. */
import { loadConfig } from '../src/config.js'
import { loadBlazeFace } from '../src/imaging/face/blazeface.js'
import { createFaceFinder } from '../src/imaging/face/find-faces.js'
import { loadPupilFinder } from '../src/imaging/face/irises.js'
import { loadFaceMesh } from '../src/imaging/face/mesh.js'
import { loadNetworks, pickNetworks } from '../src/imaging/networks.js'
import type { FindSubject, Tools } from '../src/imaging/run.js'
import { loadStyleNetwork } from '../src/imaging/style/network.js'
import { createPromptReader } from '../src/imaging/style/prompt/read.js'
import { loadSentences } from '../src/imaging/style/prompt/sentences.js'
import { createProgressReporter } from '../src/models/progress.js'
import { modelStoreOf } from '../src/models/store.js'
import { keptMattes } from './kept-mattes.js'

export async function loadStyleTools(mattes: string): Promise<Required<Omit<Tools, 'deadline'>>> {
  const config = loadConfig(process.env)
  const store = modelStoreOf(config)
  await store.pull(createProgressReporter(process.stderr))
  const files = pickNetworks(await store.networks(), config.engine.quality, await store.texts())
  const threads = config.engine.threadsPerWorker
  let networks: ReturnType<typeof loadNetworks> | undefined
  const findSubject: FindSubject = async (photo, request) => {
    networks ??= loadNetworks(files, threads)
    return (await networks).findSubject(photo, request)
  }
  return {
    findSubject: keptMattes(findSubject, mattes),
    findFaces: createFaceFinder({
      detector: await loadBlazeFace(files.blazeface, threads),
      mesh: await loadFaceMesh(files.facemesh, threads),
      findPupils: await loadPupilFinder(files.iris, threads),
    }),
    style: {
      network: await loadStyleNetwork(threads),
      readPrompt: createPromptReader(files.sentences && (await loadSentences(files.sentences))),
    },
    limits: { pixels: config.limits.pixels, minSide: 32, maxSide: 10_000 },
  }
}
