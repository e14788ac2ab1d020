/** Which networks the product runs, by their ids in the model manifest. Names only: nothing is loaded here. */
import type { NetworkOptions } from './network-options.js'

interface MattingPlan {
  readonly fine: string
  readonly coarse: string
  /** Runs when the other two disagree about more than this share of the subject. */
  readonly arbiter?: { readonly id: string; readonly above: number }
}

/** Which networks look at the photo, by how much time a cut-out may take. */
const MATTING = {
  fast: { fine: 'isnet-640', coarse: 'u2netp' },
  // On the evaluation set one photo in five is disputed this much.
  balanced: { fine: 'isnet-640', coarse: 'u2netp', arbiter: { id: 'isnet', above: 0.12 } },
  best: { fine: 'isnet-640', coarse: 'u2netp', arbiter: { id: 'isnet', above: 0 } },
} as const satisfies Record<string, MattingPlan>

export type Quality = keyof typeof MATTING

export interface SentenceFiles {
  readonly file: string
  readonly vocabulary: string
}

export interface NetworkFiles {
  readonly fine: NetworkOptions
  readonly coarse: NetworkOptions
  readonly arbiter?: { readonly network: NetworkOptions; readonly above: number }
  readonly nanodet: NetworkOptions
  readonly blazeface: NetworkOptions
  readonly facemesh: NetworkOptions
  readonly iris: NetworkOptions
  /** Without it, prompts are understood by the word list alone. */
  readonly sentences?: SentenceFiles
}

/** Picks the networks that the product runs from all that are installed. */
export function chooseNetworks(
  installed: Readonly<Record<string, NetworkOptions>>,
  quality: Quality,
  texts: Readonly<Record<string, SentenceFiles>> = {},
): NetworkFiles {
  const pick = (id: string): NetworkOptions => {
    const network = installed[id]
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
