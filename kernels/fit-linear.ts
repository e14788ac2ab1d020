/**
 * The fit of the guided filter (He et al.): around each cell, alpha as a linear function of the colour. All sums over
 * the window are whole numbers and therefore exact, whatever the order of the additions; only the fit itself is in
 * floating point. The sums of a cell lie side by side, so that one vector operation moves four of them along.
 */

const ONE: f32 = 1

/** Ints per cell: sums of r, g, b, p, rr, rg, rb, gg, gb, bb, rp, gp, bp; the rest is padding. */
const SUMS: usize = 16
const SUM_BYTES: usize = SUMS * 4
/** Per cell: the factors of red, green and blue, and the offset. */
const FIT_BYTES: usize = 16

/**
 * `rgb`: interleaved bytes; `matte`: bytes; `fits`: 16 bytes per cell, filled with the mean of all fits around each cell;
 * `columns`: 64 bytes per cell of a row; `lines`: 16 bytes per cell of `radius` + 1 rows.
 */
export function fitLinear(
  rgb: usize,
  matte: usize,
  size: i32,
  radius: i32,
  epsilon: f32,
  fits: usize,
  columns: usize,
  lines: usize,
): void {
  memory.fill(columns, 0, <usize>size * SUM_BYTES)
  for (let y = 0; y < min(radius, size); y++) changeColumns(rgb, matte, y, size, columns, 1)
  for (let y = 0; y < size; y++) {
    if (y + radius < size) changeColumns(rgb, matte, y + radius, size, columns, 1)
    if (y - radius > 0) changeColumns(rgb, matte, y - radius - 1, size, columns, -1)
    const rows = min(size - 1, y + radius) - max(0, y - radius) + 1
    fitRow(columns, size, radius, rows, epsilon, fits + <usize>y * <usize>size * FIT_BYTES)
  }
  meanOfRows(fits, size, radius, lines)
  meanOfColumns(fits, size, radius, columns, lines)
}

/** Adds a row's values and products to the sums of each column, or takes them away again. */
function changeColumns(rgb: usize, matte: usize, y: i32, size: i32, columns: usize, sign: i32): void {
  let pixel = rgb + <usize>(y * size * 3)
  let cell = matte + <usize>(y * size)
  for (let x = 0, sums = columns; x < size; x++, pixel += 3, cell++, sums += SUM_BYTES) {
    const r = <i32>load<u8>(pixel)
    const g = <i32>load<u8>(pixel, 1)
    const b = <i32>load<u8>(pixel, 2)
    const p = <i32>load<u8>(cell)
    const v = i32x4.replace_lane(i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(r), 1, g), 2, b), 3, p)
    const signed = i32x4.mul(v, i32x4.splat(sign))
    const s = r * sign
    const t = g * sign
    // rr rg rb, gg | gb bb rp gp | bp
    const second = i32x4.mul(
      i32x4.replace_lane(i32x4.splat(s), 3, t),
      i32x4.replace_lane(i32x4.shuffle(v, v, 0, 1, 2, 1), 3, g),
    )
    const u = b * sign
    const third = i32x4.mul(
      i32x4.replace_lane(i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(t), 1, u), 2, s), 3, t),
      i32x4.shuffle(v, v, 2, 2, 3, 3),
    )
    v128.store(sums, i32x4.add(v128.load(sums), signed))
    v128.store(sums, i32x4.add(v128.load(sums, 16), second), 16)
    v128.store(sums, i32x4.add(v128.load(sums, 32), third), 32)
    i32.store(sums, i32.load(sums, 48) + u * p, 48)
  }
}

function fitRow(columns: usize, size: i32, radius: i32, rows: i32, epsilon: f32, fits: usize): void {
  let a = i32x4.splat(0)
  let b = i32x4.splat(0)
  let c = i32x4.splat(0)
  let d = 0
  for (let x = 0; x < min(radius, size); x++) {
    const entering = columns + <usize>x * SUM_BYTES
    a = i32x4.add(a, v128.load(entering))
    b = i32x4.add(b, v128.load(entering, 16))
    c = i32x4.add(c, v128.load(entering, 32))
    d += i32.load(entering, 48)
  }
  for (let x = 0; x < size; x++, fits += FIT_BYTES) {
    if (x + radius < size) {
      const entering = columns + <usize>(x + radius) * SUM_BYTES
      a = i32x4.add(a, v128.load(entering))
      b = i32x4.add(b, v128.load(entering, 16))
      c = i32x4.add(c, v128.load(entering, 32))
      d += i32.load(entering, 48)
    }
    if (x - radius > 0) {
      const leaving = columns + <usize>(x - radius - 1) * SUM_BYTES
      a = i32x4.sub(a, v128.load(leaving))
      b = i32x4.sub(b, v128.load(leaving, 16))
      c = i32x4.sub(c, v128.load(leaving, 32))
      d -= i32.load(leaving, 48)
    }
    const count = (min(size - 1, x + radius) - max(0, x - radius) + 1) * rows
    v128.store(fits, fitCell(a, b, c, d, count, epsilon))
  }
}

/** From sums over a window to factors and offset. Colours and matte count as 0..1 here, as epsilon does. */
function fitCell(a: v128, b: v128, c: v128, d: i32, count: i32, epsilon: f32): v128 {
  const n = <i64>count
  const sr = <i64>i32x4.extract_lane(a, 0)
  const sg = <i64>i32x4.extract_lane(a, 1)
  const sb = <i64>i32x4.extract_lane(a, 2)
  const sp = <i64>i32x4.extract_lane(a, 3)
  const scale = ONE / (<f32>count * <f32>count * 65025)
  const rr = <f32>(n * i32x4.extract_lane(b, 0) - sr * sr) * scale + epsilon
  const rg = <f32>(n * i32x4.extract_lane(b, 1) - sr * sg) * scale
  const rb = <f32>(n * i32x4.extract_lane(b, 2) - sr * sb) * scale
  const gg = <f32>(n * i32x4.extract_lane(b, 3) - sg * sg) * scale + epsilon
  const gb = <f32>(n * i32x4.extract_lane(c, 0) - sg * sb) * scale
  const bb = <f32>(n * i32x4.extract_lane(c, 1) - sb * sb) * scale + epsilon
  const rp = <f32>(n * i32x4.extract_lane(c, 2) - sr * sp) * scale
  const gp = <f32>(n * i32x4.extract_lane(c, 3) - sg * sp) * scale
  const bp = <f32>(n * d - sb * sp) * scale
  // The inverse of the symmetric 3x3 covariance by cofactors.
  const c00 = gg * bb - gb * gb
  const c01 = rb * gb - rg * bb
  const c02 = rg * gb - rb * gg
  const c11 = rr * bb - rb * rb
  const c12 = rg * rb - rr * gb
  const c22 = rr * gg - rg * rg
  const inverse = ONE / (rr * c00 + rg * c01 + rb * c02)
  const x = (c00 * rp + c01 * gp + c02 * bp) * inverse
  const y = (c01 * rp + c11 * gp + c12 * bp) * inverse
  const z = (c02 * rp + c12 * gp + c22 * bp) * inverse
  const offset = (<f32>sp - x * <f32>sr - y * <f32>sg - z * <f32>sb) / <f32>count
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(x), 1, y), 2, z), 3, offset)
}

function meanOfRows(fits: usize, size: i32, radius: i32, line: usize): void {
  for (let y = 0; y < size; y++) {
    const row = fits + <usize>(y * size) * FIT_BYTES
    memory.copy(line, row, <usize>size * FIT_BYTES)
    let sum = f32x4.splat(0)
    for (let x = 0; x < min(radius, size); x++) sum = f32x4.add(sum, v128.load(line + <usize>x * FIT_BYTES))
    for (let x = 0; x < size; x++) {
      if (x + radius < size) sum = f32x4.add(sum, v128.load(line + <usize>(x + radius) * FIT_BYTES))
      if (x - radius > 0) sum = f32x4.sub(sum, v128.load(line + <usize>(x - radius - 1) * FIT_BYTES))
      const count = min(size - 1, x + radius) - max(0, x - radius) + 1
      v128.store(row + <usize>x * FIT_BYTES, f32x4.mul(sum, f32x4.splat(ONE / <f32>count)))
    }
  }
}

/** Rows are overwritten before they leave the window: `leaving` keeps what they were. */
function meanOfColumns(fits: usize, size: i32, radius: i32, sums: usize, leaving: usize): void {
  const rowBytes = <usize>size * FIT_BYTES
  memory.fill(sums, 0, rowBytes)
  for (let y = 0; y < min(radius, size); y++) {
    for (let at: usize = 0; at < rowBytes; at += 16)
      v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(fits + <usize>y * rowBytes + at)))
  }
  for (let y = 0; y < size; y++) {
    const slot = leaving + <usize>(y % (radius + 1)) * rowBytes
    const row = fits + <usize>y * rowBytes
    const share = f32x4.splat(ONE / <f32>(min(size - 1, y + radius) - max(0, y - radius) + 1))
    for (let at: usize = 0; at < rowBytes; at += 16) {
      let sum = v128.load(sums + at)
      if (y + radius < size) sum = f32x4.add(sum, v128.load(fits + <usize>(y + radius) * rowBytes + at))
      if (y > radius) sum = f32x4.sub(sum, v128.load(slot + at))
      v128.store(slot + at, v128.load(row + at))
      v128.store(sums + at, sum)
      v128.store(row + at, f32x4.mul(sum, share))
    }
  }
}
