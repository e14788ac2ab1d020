/** Lines that are continuous: see src/imaging/style/pixels/coherent-lines.ts. */
import { tanhOf } from './tanh'

/**
 * The mean of a plane along the flow, `steps` pixels to both sides, where it may be below the threshold: where nothing
 * near by is, or it is above `limit` itself, or where `wanted` (0: nowhere) is 0, the plane is copied. `flowX` and `flowY` have half the size, rounded
 * up; `cells` has room for a float for each square of `cell` pixels, which must be more than `steps`.
 */
export function meanAlongFlow(
  plane: usize,
  flowX: usize,
  flowY: usize,
  width: i32,
  height: i32,
  steps: i32,
  wanted: usize,
  threshold: f32,
  limit: f32,
  out: usize,
  cell: i32,
  cells: usize,
): void {
  const columns = (width + cell - 1) / cell
  const rows = (height + cell - 1) / cell
  leastOfCells(plane, width, height, cell, columns, cells)
  for (let row = 0; row < rows; row++) {
    const bottom = min(height, (row + 1) * cell)
    for (let column = 0; column < columns; column++) {
      const left = column * cell
      const right = min(width, left + cell)
      const below = leastAround(cells, column, row, columns, rows) < threshold
      for (let y = row * cell; y < bottom; y++) {
        const from = (<usize>(y * width + left)) << 2
        if (!below) memory.copy(out + from, plane + from, (<usize>(right - left)) << 2)
        else
          for (let x = left, i = from; x < right; x++, i += 4) {
            const own = f32.load(plane + i)
            const isPlain = own > limit || (wanted !== 0 && f32.load(wanted + i) === 0)
            f32.store(out + i, isPlain ? own : meanAt(plane, flowX, flowY, width, height, steps, x, y))
          }
      }
    }
  }
}

function leastOfCells(plane: usize, width: i32, height: i32, cell: i32, columns: i32, cells: usize): void {
  for (let y = 0; y < height; y++) {
    let to = cells + ((<usize>((y / cell) * columns)) << 2)
    for (let x = 0; x < width; to += 4) {
      let least: f32 = y % cell === 0 ? <f32>Infinity : f32.load(to)
      for (const ends = min(width, x + cell); x < ends; x++, plane += 4) least = min(least, f32.load(plane))
      f32.store(to, least)
    }
  }
}

function leastAround(cells: usize, column: i32, row: i32, columns: i32, rows: i32): f32 {
  let least = <f32>Infinity
  for (let y = max(0, row - 1); y <= min(rows - 1, row + 1); y++) {
    for (let x = max(0, column - 1); x <= min(columns - 1, column + 1); x++)
      least = min(least, f32.load(cells + ((<usize>(y * columns + x)) << 2)))
  }
  return least
}

function meanAt(plane: usize, flowX: usize, flowY: usize, width: i32, height: i32, steps: i32, x: i32, y: i32): f32 {
  const halfWidth = (width + 1) >> 1
  const own = (<usize>((y >> 1) * halfWidth + (x >> 1))) << 2
  let sum = <f64>f32.load(plane + ((<usize>(y * width + x)) << 2))
  let count = 1
  for (let side: f64 = -1; side <= 1; side += 2) {
    let px = <f64>x
    let py = <f64>y
    let dx = <f64>f32.load(flowX + own) * side
    let dy = <f64>f32.load(flowY + own) * side
    for (let step = 0; step < steps; step++) {
      px += dx
      py += dy
      const cx = <i32>(px + 0.5)
      const cy = <i32>(py + 0.5)
      if (cx < 0 || cy < 0 || cx >= width || cy >= height) break
      sum += <f64>f32.load(plane + ((<usize>(cy * width + cx)) << 2))
      count++
      const at = (<usize>((cy >> 1) * halfWidth + (cx >> 1))) << 2
      const fx = <f64>f32.load(flowX + at)
      const fy = <f64>f32.load(flowY + at)
      // The flow has no sign: keep going the same way.
      const sign: f64 = fx * dx + fy * dy < 0 ? -1 : 1
      dx = fx * sign
      dy = fy * sign
    }
  }
  return <f32>(sum / <f64>count)
}

/** How much darker a place is than what is around it: `narrow` less `wide`, `sharpness` times, over `tone` of the picture. */
export function edgeResponse(narrow: usize, wide: usize, area: i32, sharpness: f32, out: usize): void {
  const sharp = f32x4.splat(sharpness)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    v128.store(out + i, f32x4.mul(sharp, f32x4.sub(v128.load(narrow + i), v128.load(wide + i))))
  }
}

/** In place: ink, 0..1, where the response is below the threshold. */
export function inkBelow(plane: usize, area: i32, threshold: f32, softness: f32): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const below = f32x4.sub(f32x4.splat(threshold), v128.load(plane + i))
    v128.store(plane + i, tanhOf(f32x4.mul(below, f32x4.splat(softness))))
  }
}
