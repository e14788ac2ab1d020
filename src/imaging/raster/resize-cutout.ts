/**
 * A part of a cut-out at another size, drawn onto a canvas. Colours are weighted by alpha, so that nothing under transparent
 * pixels bleeds into the subject's edge. Cubic (Catmull-Rom): Lanczos would ring visibly in the matte.
 */
import { changed, floats, kernels } from '../kernels/room.js'
import type { Box, Cutout } from './picture.js'

/** So many rows of the canvas at a time: the kernels' memory never shrinks again. */
const BAND = 128
/** How far the kernel reaches to either side, in pixels of the result or of the source, whichever are larger. */
const REACH = 2

/** `from` goes to `to`, which may reach beyond the canvas; nothing is drawn outside `within`. */
export function resizeCutout(source: Cutout, from: Box, to: Box, canvas: Cutout, within: Box): void {
  const columns = sharedBy([to.left, to.width], [within.left, within.width], canvas.width)
  const rows = sharedBy([to.top, to.height], [within.top, within.height], canvas.height)
  const across = weightsFor([from.left, from.width], [to.left, to.width], source.width, columns)
  for (let top = rows[0]; top < rows[0] + rows[1]; top += BAND) {
    const band: Span = [top, Math.min(BAND, rows[0] + rows[1] - top)]
    const down = weightsFor([from.top, from.height], [to.top, to.height], source.height, band)
    const [first, last] = [down.firsts[0]!, down.firsts.at(-1)! + down.taps]
    const part = (plane: Uint8Array, channels: number): Uint8Array =>
      plane.subarray(first * source.width * channels, last * source.width * channels)
    const drawn = (plane: Uint8Array, channels: number): Uint8Array =>
      plane.subarray(top * canvas.width * channels, (top + band[1]) * canvas.width * channels)
    kernels.resizeCutout(
      ...[part(source.colour, 3), part(source.alpha, 1), source.width],
      ...[across.firsts, across.weights, across.taps, columns[1]],
      ...[down.firsts.map((row) => row - first), down.weights, down.taps, band[1]],
      ...[floats(Math.max(source.width, columns[1]) * 4), floats(columns[1] * down.taps * 4)],
      ...[columns[0], canvas.width],
      ...[changed(drawn(canvas.colour, 3)), changed(drawn(canvas.alpha, 1))],
    )
  }
}

type Span = readonly [start: number, length: number]

/** Of what each pixel of a line is made: `taps` pixels of the source from `firsts` on, by weights that add up to 1. */
interface Weights {
  readonly taps: number
  readonly firsts: Int32Array
  readonly weights: Float32Array
}

function sharedBy(one: Span, other: Span, canvasLength: number): Span {
  const start = Math.max(0, one[0], other[0])
  return [start, Math.max(0, Math.min(canvasLength, one[0] + one[1], other[0] + other[1]) - start)]
}

/** For these pixels of the canvas. */
function weightsFor(
  [fromStart, fromLength]: Span,
  [toStart, toLength]: Span,
  sourceLength: number,
  [start, pixels]: Span,
): Weights {
  const step = fromLength / toLength
  const reach = REACH * Math.max(1, step)
  // So many middles of pixels lie within reach, and not one more.
  const taps = Math.min(sourceLength, Math.ceil(2 * reach))
  const [firsts, weights] = [new Int32Array(pixels), new Float32Array(pixels * taps)]
  for (let i = 0; i < pixels; i++) {
    const centre = fromStart + (start + i - toStart + 0.5) * step
    const lowest = Math.floor(centre - reach + 0.5)
    const first = Math.min(Math.max(0, lowest), sourceLength - taps)
    const own = weights.subarray(i * taps, (i + 1) * taps)
    firsts[i] = first
    let sum = 0
    for (let at = lowest; at < centre + reach; at++) {
      const weight = cubic(((at + 0.5 - centre) * REACH) / reach)
      // Beyond its edges the source goes on as it ends.
      const tap = Math.min(Math.max(0, at), sourceLength - 1) - first
      if (weight === 0) continue
      own[tap]! += weight
      sum += weight
    }
    for (let tap = 0; tap < taps; tap++) own[tap]! /= sum
  }
  return { taps, firsts, weights }
}

function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
}
