/** What a network file says of itself: which tensors it takes and gives, in which shapes. */
import { type NetworkRecipe, NetworkRefused } from './added-network.js'
import type { InferenceSession } from './runtime.js'

type Tensors = readonly InferenceSession.ValueMetadata[]
export type Signature = Pick<NetworkRecipe, 'input' | 'output' | 'size' | 'layout'>

const TYPES: readonly string[] = ['float32', 'float16']

/** `wanted`: the side, for files that take any. */
export function signatureOf(
  { inputMetadata: inputs, outputMetadata: outputs }: { inputMetadata: Tensors; outputMetadata: Tensors },
  wanted: number | undefined,
): Signature {
  const [input] = inputs
  const [output] = outputs
  if (!input || inputs.length > 1) {
    throw new NetworkRefused(`It takes ${inputs.length} inputs (${namesOf(inputs)}); a matte network takes one picture`)
  }
  if (!input.isTensor || !TYPES.includes(input.type)) {
    const type = input.isTensor ? input.type : 'no tensor'
    throw new NetworkRefused(
      `Its input ${input.name} is ${type}; export it with an input of float32 or float16, not quantised`,
    )
  }
  // The others are coarser answers, which training compares as well.
  if (!output?.isTensor || !TYPES.includes(output.type)) {
    const type = output?.isTensor ? output.type : 'no tensor'
    throw new NetworkRefused(`Its first output is ${type}; export it with an output of float32 or float16`)
  }
  return { input: input.name, output: output.name, ...pictureOf(input.shape, wanted) }
}

const namesOf = (tensors: Tensors): string => tensors.map(({ name }) => name).join(', ') || 'none'

function pictureOf(
  shape: readonly (number | string)[],
  wanted: number | undefined,
): Pick<Signature, 'size' | 'layout'> {
  const inWords = `[${shape.join(', ')}]`
  if (shape.length !== 4) {
    throw new NetworkRefused(`Its input has the shape ${inWords}; it must be [1, 3, side, side] or [1, side, side, 3]`)
  }
  const [batch, ...rest] = shape.map((length) => (typeof length === 'number' && length > 0 ? length : undefined))
  if ((batch ?? 1) !== 1) {
    throw new NetworkRefused(`It takes ${batch} pictures at a time (${inWords}); export it for one`)
  }
  const layout = rest[0] === 3 ? 'NCHW' : rest[2] === 3 ? 'NHWC' : undefined
  if (!layout) {
    throw new NetworkRefused(`Its input ${inWords} has no 3 channels; it must take a picture in red, green and blue`)
  }
  const [height, width] = layout === 'NCHW' ? rest.slice(1) : rest
  if (height !== undefined && width !== undefined && height !== width) {
    throw new NetworkRefused(`It takes pictures of ${width} x ${height} pixels; they must be square`)
  }
  return { layout, size: sideOf(width ?? height, wanted) }
}

function sideOf(fixed: number | undefined, wanted: number | undefined): number {
  if (fixed !== undefined && wanted !== undefined && fixed !== wanted) {
    throw new NetworkRefused(
      `It takes pictures of ${fixed} x ${fixed} pixels and no others: leave out --size ${wanted}`,
    )
  }
  const side = fixed ?? wanted
  if (side === undefined) {
    throw new NetworkRefused('It takes pictures of any size: say with --size which side it was trained on, such as 320')
  }
  return side
}
