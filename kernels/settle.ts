/**
 * Over-relaxed sweeps over a grid, each cell between its own opinion and its neighbours' (src/imaging/matte/settle.ts).
 * A cell needs the new values of the ones to its left and above, so along a row there is nothing to do at once; but the
 * cells of a diagonal do not need each other. The grid is therefore stored by diagonals: the cell at (x, y) on line
 * x + y + 1, at place y + 4. There is an empty line before and after, and empty places at both ends of each line.
 */

/** `stride`: places per line, a multiple of 4. All planes have `stride` times 2 `size` + 1 floats; `values` is changed. */
export function settleDiagonals(
  values: usize,
  own: usize,
  ofLeft: usize,
  ofAbove: usize,
  ofRight: usize,
  ofBelow: usize,
  size: i32,
  stride: i32,
  sweeps: i32,
  keep: f32,
): void {
  const line = (<usize>stride) << 2
  const kept = f32x4.splat(keep)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let diagonal = 0; diagonal < 2 * size - 1; diagonal++) {
      const start = <usize>(diagonal + 1) * line
      const first = start + ((<usize>(max(0, diagonal - size + 1) & ~3)) << 2) + 16
      const end = start + ((<usize>(min(size - 1, diagonal) + 1)) << 2) + 16
      for (let at = first; at < end; at += 16) {
        const before = values + at - line
        const after = values + at + line
        let value = f32x4.add(v128.load(own + at), f32x4.mul(kept, v128.load(values + at)))
        value = f32x4.add(value, f32x4.mul(v128.load(ofRight + at), v128.load(after)))
        value = f32x4.add(value, f32x4.mul(v128.load(ofAbove + at), v128.load(before - 4)))
        value = f32x4.add(value, f32x4.mul(v128.load(ofBelow + at), v128.load(after + 4)))
        value = f32x4.add(value, f32x4.mul(v128.load(ofLeft + at), v128.load(before)))
        v128.store(values + at, value)
      }
    }
  }
}
