/** All networks of the product, loaded together: files in; finders of subjects and faces and what styles need out. */

import { loadBlazeFace } from './face/blazeface.js'
import { createFaceFinder, type FindFaces } from './face/find-faces.js'
import { loadPupilFinder } from './face/irises.js'
import { loadFaceMesh } from './face/mesh.js'
import type { MattingNetworks } from './matte/ask-networks.js'
import { createSubjectFinder } from './matte/find-subject.js'
import { loadMattingNetwork } from './matte/network.js'
import type { NetworkOptions } from './network.js'
import type { FindSubject } from './run.js'
import { loadStyleNetwork } from './style/network.js'
import { createPromptReader } from './style/prompt/read.js'
import { loadSentences, type SentenceFiles } from './style/prompt/sentences.js'
import type { StyleTools } from './style/tools.js'
import { createFaceDetector } from './subject/blazeface.js'
import { createSubjectJudge } from './subject/judge.js'
import { loadObjectDetector } from './subject/nanodet.js'

interface MattingPlan {
  readonly fine: string
  readonly coarse: string
  /** Asked when the other two disagree about more than this share of the subject. */
  readonly arbiter?: { readonly id: string; readonly above: number }
}

/** How much time a cut-out may take: which networks look at the photo, by their ids in the model manifest. */
const MATTING = {
  fast: { fine: 'isnet-640', coarse: 'u2netp' },
  // On the evaluation set one photo in five is disputed this much.
  balanced: { fine: 'isnet-640', coarse: 'u2netp', arbiter: { id: 'isnet', above: 0.12 } },
  best: { fine: 'isnet-640', coarse: 'u2netp', arbiter: { id: 'isnet', above: 0 } },
} as const satisfies Record<string, MattingPlan>

export type Quality = keyof typeof MATTING
export const QUALITIES = Object.keys(MATTING) as readonly Quality[]

export interface NetworkFiles {
  readonly fine: NetworkOptions
  readonly coarse: NetworkOptions
  readonly arbiter?: { readonly network: NetworkOptions; readonly above: number }
  readonly nanodet: NetworkOptions
  readonly blazeface: NetworkOptions
  readonly facemesh: NetworkOptions
  readonly iris: NetworkOptions
  /** Left out: prompts are understood by the word list alone. */
  readonly sentences?: SentenceFiles
}

export interface LoadedNetworks {
  readonly matting: MattingNetworks
  readonly findSubject: FindSubject
  readonly findFaces: FindFaces
  readonly style: StyleTools
}

/** Of all networks that are set up, those that the product runs. */
export function pickNetworks(
  ready: Readonly<Record<string, NetworkOptions>>,
  quality: Quality,
  texts: Readonly<Record<string, SentenceFiles>> = {},
): NetworkFiles {
  const pick = (id: string): NetworkOptions => {
    const network = ready[id]
    if (!network) throw new Error(`The model manifest has no network ${id}`)
    return network
  }
  const { fine, coarse, arbiter }: MattingPlan = MATTING[quality]
  return {
    fine: pick(fine),
    coarse: pick(coarse),
    ...(arbiter && { arbiter: { network: pick(arbiter.id), above: arbiter.above } }),
    nanodet: pick('nanodet'),
    blazeface: pick('blazeface'),
    facemesh: pick('facemesh'),
    iris: pick('iris'),
    ...(texts.sentences && { sentences: texts.sentences }),
  }
}

export async function loadNetworks(files: NetworkFiles, threads: number): Promise<LoadedNetworks> {
  const matting = {
    fine: await load(files.fine, threads, loadMattingNetwork),
    coarse: await load(files.coarse, threads, loadMattingNetwork),
    ...(files.arbiter && {
      arbiter: { ...files.arbiter, network: await load(files.arbiter.network, threads, loadMattingNetwork) },
    }),
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
  const meanings = files.sentences && (await loadSentences(files.sentences))
  const style = { network: await loadStyleNetwork(threads), readPrompt: createPromptReader(meanings) }
  return { matting, findSubject: createSubjectFinder(matting, judge), findFaces, style }
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
