/** The mean along the flow, in hair, pixel by pixel: what `combAlongFlow` does. */
import type { Size } from '../../src/imaging/raster/picture.js'

export function combAlongFlow(
  plane: Float32Array,
  cover: Float32Array,
  flow: { readonly x: Float32Array; readonly y: Float32Array },
  { width, height }: Size,
  steps: number,
  stride: number,
  out: Float32Array,
): void {
  for (let i = 0; i < plane.length; i++) {
    if (cover[i]! < 0.004) continue
    let [sum, count] = [0, 0]
    for (const side of [-1, 1]) {
      let [px, py] = [i % width, Math.floor(i / width)]
      let [dx, dy] = [flow.x[i]! * side, flow.y[i]! * side]
      for (let k = 0; k < steps; k++) {
        const [cx, cy] = [Math.round(px), Math.round(py)]
        if (cx < 0 || cy < 0 || cx >= width || cy >= height) break
        const at = cy * width + cx
        if (cover[at]! < 0.2) break
        sum += plane[at]!
        count++
        const turn = flow.x[at]! * dx + flow.y[at]! * dy < 0 ? -1 : 1
        dx = flow.x[at]! * turn
        dy = flow.y[at]! * turn
        px += dx * stride
        py += dy * stride
      }
    }
    if (count > 0) out[i] = sum / count
  }
}
