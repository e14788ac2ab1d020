/** Convolutions, with what is fused into them, and pooling. */
import type { Attributes } from '../../onnx/builder.js'
import {
  type Conversion,
  channelsFirst,
  channelsLast,
  constantOf,
  inputOf,
  type Operation,
  type Operations,
  operandOf,
} from '../conversion.js'
import { floatOf, intsOf, type TfNode, textOf, textsOf } from '../graph.js'
import { clipToSix } from './arithmetic.js'

export const convolutionOperations: Operations = {
  Conv2D: convolution(false),
  _FusedConv2D: convolution(false),
  DepthwiseConv2dNative: convolution(true),
  FusedDepthwiseConv2dNative: convolution(true),
  MaxPool: pooling('MaxPool'),
  AvgPool: pooling('AveragePool'),
}

function convolution(depthwise: boolean): Operation {
  return (node, to) => {
    requireChannelsLast(node)
    const { data, shape } = constantOf(node, 1, to)
    const [height = 1, width = 1, channels = 1, last = 1] = shape
    const kernel = reorderKernel(data, [height, width, channels, last], depthwise)
    const dims = depthwise ? [channels * last, 1, height, width] : [last, channels, height, width]
    const inputs = [channelsFirst(operandOf(node, 0, to), to), to.graph.floats(kernel, dims)]

    const fused = textsOf(node, 'fused_ops').filter((name) => name !== '')
    const hasBias = fused[0] === 'BiasAdd'
    if (hasBias) {
      const bias = constantOf(node, 2, to)
      inputs.push(to.graph.floats(bias.data, [bias.data.length]))
    }
    const dilations = intsOf(node, 'dilations').slice(1, 3)
    let result = to.graph.node('Conv', inputs, {
      kernel_shape: [height, width],
      strides: intsOf(node, 'strides').slice(1, 3),
      group: depthwise ? channels : 1,
      ...(dilations.length > 0 && { dilations }),
      ...padding(node),
    })
    for (const name of hasBias ? fused.slice(1) : fused) result = activate(name, result, node, hasBias ? 3 : 2, to)
    return channelsLast(result, to)
  }
}

function pooling(operation: string): Operation {
  return (node, to) => {
    requireChannelsLast(node)
    const attributes = {
      kernel_shape: intsOf(node, 'ksize').slice(1, 3),
      strides: intsOf(node, 'strides').slice(1, 3),
      ...padding(node),
    }
    return channelsLast(to.graph.node(operation, [channelsFirst(operandOf(node, 0, to), to)], attributes), to)
  }
}

function requireChannelsLast(node: TfNode): void {
  if (textOf(node, 'data_format') === 'NCHW') throw new Error(`${node.op} ${node.name} has its channels first`)
}

function padding(node: TfNode): Attributes {
  const kind = textOf(node, 'padding')
  if (kind === 'SAME') return { auto_pad: 'SAME_UPPER' }
  if (kind === 'VALID') return { pads: [0, 0, 0, 0] }
  if (kind !== 'EXPLICIT') throw new Error(`${node.op} ${node.name} has the unknown padding ${kind}`)
  // TensorFlow: before and after, axis by axis, batch first. ONNX: all befores, then all afters, of the plane only.
  const [, , top = 0, bottom = 0, left = 0, right = 0] = intsOf(node, 'explicit_paddings')
  return { pads: [top, left, bottom, right] }
}

/**
 * TensorFlow stores [height, width, in, out], or [height, width, channel, multiplier] when depthwise;
 * ONNX wants [out, in / groups, height, width].
 */
function reorderKernel(
  values: ArrayLike<number>,
  [height, width, channels, last]: readonly [number, number, number, number],
  depthwise: boolean,
): Float32Array {
  const kernel = new Float32Array(values.length)
  const area = height * width
  for (let at = 0; at < area; at++) {
    for (let c = 0; c < channels; c++) {
      for (let o = 0; o < last; o++) {
        kernel[(depthwise ? c * last + o : o * channels + c) * area + at] = values[(at * channels + c) * last + o]!
      }
    }
  }
  return kernel
}

/** What is fused behind a convolution; `operand` is the input that holds the slopes of a PRelu. */
function activate(name: string, tensor: string, node: TfNode, operand: number, to: Conversion): string {
  switch (name) {
    case 'Relu':
    case 'Elu':
    case 'Sigmoid':
      return to.graph.node(name, [tensor])
    case 'Relu6':
      return clipToSix(tensor, to)
    case 'LeakyRelu':
      return to.graph.node('LeakyRelu', [tensor], { alpha: { float: floatOf(node, 'leakyrelu_alpha', 0.2) } })
    case 'Prelu': {
      const { data } = constantOf(node, operand, to)
      return to.graph.node('PRelu', [tensor, to.graph.floats(data, [data.length, 1, 1])])
    }
    default:
      throw new Error(`${name}, fused into ${inputOf(node, 0)} → ${node.name}, is not supported`)
  }
}
