/** What styles need beside the networks of faces and mattes. */

import type { ReadPrompt } from './prompt/read.js'
import type { StyleNetwork } from './style-network.js'

export interface StyleTools {
  readonly network: StyleNetwork
  readonly readPrompt: ReadPrompt
}
