/** What styles need beside the networks of faces and mattes. */
import type { StyleNetwork } from './network.js'
import type { ReadPrompt } from './prompt/read.js'

export interface StyleTools {
  readonly network: StyleNetwork
  readonly readPrompt: ReadPrompt
}
