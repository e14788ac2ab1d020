/** The shapes and the relief of a sitter: see src/imaging/style/faces. Planes are taken four floats at a time. */
import { between } from './smoothstep'

/** In place: soft planes of skin and hair as shapes with an edge, on the subject; hair is only where there is no skin. */
export function edgeParts(skin: usize, hair: usize, subject: usize, area: i32): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const bare = v128.load(skin + i)
    const strands = v128.load(hair + i)
    if (!v128.any_true(v128.or(bare, strands))) continue
    const share = v128.load(subject + i)
    const clean = f32x4.mul(between(0.42, 0.58, bare), between(0.35, 0.65, share))
    const rest = f32x4.mul(f32x4.sub(one, clean), between(0.2, 0.6, share))
    v128.store(skin + i, clean)
    v128.store(hair + i, f32x4.mul(between(0.42, 0.58, strands), rest))
  }
}

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
