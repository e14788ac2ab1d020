/** The matte of one person on the cells of a portrait: see src/imaging/id-photo/portrait-matte.ts and clean-matte.ts. */
/**
 * A plane of bytes sampled between its pixels, from (x, y) in steps of (dx, dy) across and at a right angle to that down,
 * with levels up to `black` cleared and the rest stretched by `stretch`. `inside` is 1 where the plane is; else both are 0.
 */
export function sampleMatte(
  plane: usize,
  width: i32,
  height: i32,
  x: f64,
  y: f64,
  dx: f64,
  dy: f64,
  columns: i32,
  rows: i32,
  black: f64,
  stretch: f64,
  alpha: usize,
  inside: usize,
): void {
  const least = stretched(0, black, stretch)
  const most = stretched(255, black, stretch)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, alpha++, inside++) {
      const atX = x + <f64>column * dx - <f64>row * dy
      const atY = y + <f64>column * dy + <f64>row * dx
      const isInside = atX >= 0 && atY >= 0 && atX < <f64>width && atY < <f64>height
      store<u8>(inside, isInside ? 1 : 0)
      if (!isInside) {
        store<u8>(alpha, 0)
        continue
      }
      const around = fourAround(plane, width, height, atX - 0.5, atY - 0.5)
      if (around === 0) store<u8>(alpha, least)
      else if (around === ALL_OPAQUE) store<u8>(alpha, most)
      else store<u8>(alpha, stretched(bilinear(plane, width, height, atX - 0.5, atY - 0.5), black, stretch))
    }
  }
}

function stretched(level: f64, black: f64, stretch: f64): u8 {
  return <u8>(min(255, max(0, (level - black) * stretch)) + 0.5)
}

const ALL_OPAQUE: u32 = 0xffffffff
/** Anything else that is neither all opaque nor all clear. */
const MIXED: u32 = 1

/** The four bytes around a point: where they are equal, as they mostly are, nothing is interpolated. At the plane's ends: mixed. */
function fourAround(plane: usize, width: i32, height: i32, x: f64, y: f64): u32 {
  if (x < 0 || y < 0 || x >= <f64>(width - 1) || y >= <f64>(height - 1)) return MIXED
  return fourAt(plane + <usize>(<i32>y * width + <i32>x), width)
}

function fourAt(first: usize, width: i32): u32 {
  return ((<u32>load<u16>(first)) << 16) | <u32>load<u16>(first + <usize>width)
}

function bilinear(plane: usize, width: i32, height: i32, x: f64, y: f64): f64 {
  const left = x < 0 ? 0 : <i32>x
  const top = y < 0 ? 0 : <i32>y
  const right = min(left + 1, width - 1)
  const fx = x < 0 ? 0 : x - <f64>left
  const fy = y < 0 ? 0 : y - <f64>top
  const above = plane + <usize>(top * width)
  const below = plane + <usize>(min(top + 1, height - 1) * width)
  const upper = <f64>load<u8>(above + left) * (1 - fx) + <f64>load<u8>(above + right) * fx
  const lower = <f64>load<u8>(below + left) * (1 - fx) + <f64>load<u8>(below + right) * fx
  return upper * (1 - fy) + lower * fy
}

/** Clears all pieces but one, and marks them in `dropped`. */
export function dropOthers(alpha: usize, labels: usize, cells: i32, kept: i32, dropped: usize): void {
  for (let i: usize = 0; i < <usize>cells; i++) {
    const label = load<i32>(labels + (i << 2))
    const isOther = label !== 0 && label !== kept
    store<u8>(dropped + i, isOther ? 255 : 0)
    if (isOther) store<u8>(alpha + i, 0)
  }
}

/**
 * `solid`: how solid cells have to be, by how deep they lie: all of them by `depth`, those of face and torso by `distance`, too.
 * `alpha` is raised to it. Distances are in cells; everything else is in units of the face frame, whose origin is between
 * the eyes: `u` and `v` of the first cell, `unit` for a cell. The face is an ellipse of this half width around (0, `middle`)
 * that ends at the chin.
 */
export function fillPerson(
  alpha: usize,
  inside: usize,
  distance: usize,
  depth: usize,
  width: i32,
  height: i32,
  u: f64,
  v: f64,
  unit: f64,
  halfWidth: f64,
  middle: f64,
  chin: f64,
  bodyFrom: f64,
  bodyTo: f64,
  hairFrom: f64,
  hairTo: f64,
  solid: usize,
): void {
  const wholeHair = hairTo - hairFrom
  const wholeBody = bodyTo - bodyFrom
  for (let row = 0; row < height; row++) {
    const down = v + <f64>row * unit
    const squareDown = ((down - middle) / (chin - middle)) ** 2
    for (let column = 0; column < width; column++, alpha++, inside++, distance += 4, depth += 4, solid++) {
      const across = (u + <f64>column * unit) / halfWidth
      const isBody = down > chin || across * across + squareDown <= 1
      const hair = load<u8>(inside) === 0 ? 0 : <f64>f32.load(depth) * unit - hairFrom
      const body = isBody && load<u8>(inside) !== 0 ? <f64>f32.load(distance) * unit - bodyFrom : 0
      let level: u8 = 0
      // Most cells are well inside the person or well outside.
      if (hair >= wholeHair || body >= wholeBody) level = 255
      else if (hair > 0 || body > 0) level = <u8>(255 * max(0, max(hair / wholeHair, body / wholeBody)))
      store<u8>(solid, level)
      if (level > load<u8>(alpha)) store<u8>(alpha, level)
    }
  }
}

/**
 * The alpha of a picture, in place, with its levels stretched as in `sampleMatte`, raised where the person is solid and cleared
 * where it was dropped. The first pixel lies at (column, row) of the cells; the next one across by (acrossColumn, acrossRow)
 * farther, the next one down by (downColumn, downRow).
 */
export function cleanLevels(
  alpha: usize,
  width: i32,
  height: i32,
  solid: usize,
  dropped: usize,
  columns: i32,
  rows: i32,
  column: f64,
  row: f64,
  acrossColumn: f64,
  acrossRow: f64,
  downColumn: f64,
  downRow: f64,
  black: f64,
  stretch: f64,
): void {
  for (let y = 0; y < height; y++) {
    const startColumn = column + <f64>y * downColumn
    const startRow = row + <f64>y * downRow
    for (let x = 0; x < width; x++, alpha++) {
      const before = load<u8>(alpha)
      const atColumn = startColumn + <f64>x * acrossColumn
      const atRow = startRow + <f64>x * acrossRow
      const isOnCells = atColumn >= 0 && atRow >= 0 && atColumn < <f64>(columns - 1) && atRow < <f64>(rows - 1)
      const cell = isOnCells ? <usize>(<i32>atRow * columns + <i32>atColumn) : 0
      // Most pixels are all background, or all the person.
      const around = isOnCells ? fourAt(solid + cell, columns) : 0
      const isKept = !isOnCells || fourAt(dropped + cell, columns) === 0
      if (isKept && (before === 0 || before === 255) && (around === 0 || around === ALL_OPAQUE)) {
        if (around !== 0) store<u8>(alpha, 255)
        continue
      }
      let level = min(255, max(0, (<f64>before - black) * stretch))
      if (around === ALL_OPAQUE) level = 255
      else if (around !== 0) level = max(level, bilinear(solid, columns, rows, atColumn, atRow))
      if (!isKept) level = (level * (255 - bilinear(dropped, columns, rows, atColumn, atRow))) / 255
      store<u8>(alpha, <u8>(level + 0.5))
    }
  }
}

/** Row by row, at each column the sum of all before it, and that of the whole row, as integers. */
export function sumRows(alpha: usize, width: i32, height: i32, sums: usize): void {
  for (let row = 0; row < height; row++, sums += 4) {
    let sum = 0
    for (const end = alpha + <usize>width; alpha < end; alpha++, sums += 4) {
      store<i32>(sums, sum)
      sum += <i32>load<u8>(alpha)
    }
    store<i32>(sums, sum)
  }
}
