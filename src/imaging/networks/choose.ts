/** Which networks the product runs, by their ids in the model manifest. Names only: nothing is loaded here. */
import type { NetworkOptions } from './network-options.js'

export interface SentenceFiles {
  readonly file: string
  readonly vocabulary: string
}

export interface NetworkFiles {
  readonly matte: NetworkOptions
  readonly edge: NetworkOptions
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
  texts: Readonly<Record<string, SentenceFiles>> = {},
): NetworkFiles {
  const pick = (id: string): NetworkOptions => {
    const network = installed[id]
    if (!network) throw new Error(`The model manifest has no network ${id}`)
    return network
  }
  return {
    matte: pick('matte'),
    edge: pick('edge'),
    nanodet: pick('nanodet'),
    blazeface: pick('blazeface'),
    facemesh: pick('facemesh'),
    iris: pick('iris'),
    ...(texts.sentences && { sentences: texts.sentences }),
  }
}
