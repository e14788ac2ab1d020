/** What the tools here know about the matte network's graph. How its input is prepared is in catalog/models.json. */
import { loadManifest, type NetworkRecipe } from '../../src/models/manifest.js'

/** The tensor that becomes the only output: logits at half the input's side. */
export const OUTPUT = '/side1/Conv_output_0'

/** The side of the input in the float file. */
export const FLOAT_SIZE = 1024

// In 8 bits, rounding in these is visible along edges.
const FLOAT_LAYERS = ['/stage1d/rebnconv1d/', '/stage1d/Add', '/side1/']

export const keepFloat = (node: string): boolean => FLOAT_LAYERS.some((start) => node.startsWith(start))

export function inputRecipe(): NetworkRecipe {
  const recipe = loadManifest()
    .flatMap(({ networks = [] }) => networks)
    .find(({ id }) => id === 'matte')
  if (!recipe) throw new Error('The model manifest has no matte network')
  return recipe
}
