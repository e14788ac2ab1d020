/** For jobs that make no styles: asking for one after all is an error. */
import type { StyleTools } from '../../src/imaging/style/tools.js'

const refuse = (): never => {
  throw new Error('This test makes no styles')
}

export const noStyles: StyleTools = { network: { styles: [], paint: refuse }, findNearest: refuse }
