/** The relief of a sitter: see src/imaging/style/sitter/surface.ts. Planes are taken four floats at a time. */
/** In place: slopes across and down as unit vectors, with their part towards the viewer. */
export function toNormals(x: usize, y: usize, z: usize, area: i32): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const across = v128.load(x + i)
    const down = v128.load(y + i)
    const square = f32x4.add(f32x4.mul(across, across), f32x4.mul(down, down))
    const towards = f32x4.div(one, f32x4.sqrt(f32x4.add(one, square)))
    v128.store(x + i, f32x4.mul(across, towards))
    v128.store(y + i, f32x4.mul(down, towards))
    v128.store(z + i, towards)
  }
}
