/** What styles need in addition to the face and matting networks. */
import type { FindNearest } from './prompt/read.js'
import type { StyleNetwork } from './style-network.js'

export interface StyleTools {
  readonly network: StyleNetwork
  readonly findNearest: FindNearest
}
