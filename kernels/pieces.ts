/** Pieces of a plane, whose pixels touch at their sides: see src/imaging/raster/components.ts and id-photo/clean-matte.ts. */

/**
 * Numbers the pieces of a matte: `labels` becomes the number of each pixel's piece, from 1, and 0 where there is none. Pixels from
 * `solid` on that touch are a piece; softer ones go to the piece that reaches them first. Returns how many there are. `open`:
 * a byte per pixel to work in, `queue` an integer.
 */
export function labelPieces(
  matte: usize,
  solid: i32,
  width: i32,
  pixels: i32,
  open: usize,
  labels: usize,
  queue: usize,
): i32 {
  for (let i: usize = 0; i < <usize>pixels; i++) store<u8>(open + i, <i32>load<u8>(matte + i) >= solid ? 1 : 0)
  const runs = labelRuns(open, width, pixels, labels, queue)
  let pieces = 0
  for (let run = 0; run < runs; run++) {
    const first = rootOf(queue, run)
    setRoot(queue, run, first === run ? ++pieces : rootOf(queue, first))
  }
  let soft = 0
  for (let i: usize = 0; i < <usize>pixels; i++) {
    const label = load<i32>(labels + (i << 2))
    if (label !== 0) store<i32>(labels + (i << 2), rootOf(queue, label - 1))
    const isSoft = label === 0 && load<u8>(matte + i) !== 0
    store<u8>(open + i, isSoft ? 1 : 0)
    soft += <i32>isSoft
  }
  if (soft > 0) joinSoft(open, labels, width, pixels, queue)
  return pieces
}

/**
 * Labels each run of open pixels in a row, from 1, and joins those that touch: `roots` leads from each run, counted from 0, to one
 * before it in the same piece, and from the piece's first run to itself. Returns how many there are.
 */
function labelRuns(open: usize, width: i32, pixels: i32, labels: usize, roots: usize): i32 {
  let runs = 0
  for (let start = 0; start < pixels; start += width) {
    let label = 0
    let joined = 0
    for (let at = start; at < start + width; at++) {
      if (load<u8>(open + <usize>at) === 0) {
        label = 0
      } else {
        if (label === 0) {
          setRoot(roots, runs, runs)
          label = ++runs
          joined = 0
        }
        const above = start === 0 ? 0 : labelAt(labels, at - width)
        if (above !== 0 && above !== joined) {
          join(roots, label - 1, above - 1)
          joined = above
        }
      }
      setLabel(labels, at, label)
    }
  }
  return runs
}

function join(roots: usize, one: i32, other: i32): void {
  const a = firstRun(roots, one)
  const b = firstRun(roots, other)
  setRoot(roots, max(a, b), min(a, b))
}

function firstRun(roots: usize, run: i32): i32 {
  let root = rootOf(roots, run)
  while (root !== run) {
    run = root
    root = rootOf(roots, run)
  }
  return run
}

/** Step by step away from the pieces; of several that come at the same step, the first one takes a pixel. */
function joinSoft(open: usize, labels: usize, width: i32, pixels: i32, queue: usize): void {
  let count = 0
  for (let at = 0; at < pixels; at++) {
    if (load<u8>(open + <usize>at) === 0) continue
    const x = at % width
    let label = 0
    if (x > 0) label = firstOf(label, solidAt(open, labels, at - 1))
    if (x < width - 1) label = firstOf(label, solidAt(open, labels, at + 1))
    if (at >= width) label = firstOf(label, solidAt(open, labels, at - width))
    if (at < pixels - width) label = firstOf(label, solidAt(open, labels, at + width))
    if (label === 0) continue
    setLabel(labels, at, label)
    store<i32>(queue + ((<usize>count) << 2), at)
    count += 1
  }
  for (let next = 0; next < count; ) {
    const end = count
    for (let i = next; i < end; i++) store<u8>(open + <usize>load<i32>(queue + ((<usize>i) << 2)), 0)
    for (; next < end; next++) {
      const at = load<i32>(queue + ((<usize>next) << 2))
      const label = labelAt(labels, at)
      const x = at % width
      if (x > 0) count = reach(open, labels, queue, at - 1, label, count)
      if (x < width - 1) count = reach(open, labels, queue, at + 1, label, count)
      if (at >= width) count = reach(open, labels, queue, at - width, label, count)
      if (at < pixels - width) count = reach(open, labels, queue, at + width, label, count)
    }
  }
}

/** Open pixels that have a label were reached in this step. */
function reach(open: usize, labels: usize, queue: usize, at: i32, label: i32, count: i32): i32 {
  if (load<u8>(open + <usize>at) === 0) return count
  const before = labelAt(labels, at)
  setLabel(labels, at, firstOf(before, label))
  if (before !== 0) return count
  store<i32>(queue + ((<usize>count) << 2), at)
  return count + 1
}

function solidAt(open: usize, labels: usize, at: i32): i32 {
  return load<u8>(open + <usize>at) === 0 ? labelAt(labels, at) : 0
}

/** 0 is none. */
function firstOf(one: i32, other: i32): i32 {
  return one === 0 || (other !== 0 && other < one) ? other : one
}

/**
 * `reached` becomes 1 where a flood from the borders of what is `inside` arrives through cells below `opaque`. It does not
 * start in columns from `gapFrom` to `gapTo` of the rows from `gapTop` on. `open`, `labels` and `queue`: a value per cell.
 */
export function floodFromBorders(
  alpha: usize,
  inside: usize,
  width: i32,
  height: i32,
  opaque: i32,
  gapFrom: i32,
  gapTo: i32,
  gapTop: i32,
  open: usize,
  labels: usize,
  queue: usize,
  reached: usize,
): void {
  const cells = width * height
  for (let i: usize = 0; i < <usize>cells; i++)
    store<u8>(open + i, load<u8>(inside + i) !== 0 && <i32>load<u8>(alpha + i) < opaque ? 1 : 0)
  const runs = labelRuns(open, width, cells, labels, queue)
  for (let run = 0; run < runs; run++) setRoot(queue, run, firstRun(queue, run))
  memory.fill(reached, 0, <usize>runs)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      if (load<u8>(open + <usize>at) === 0 || !isAtBorder(inside, width, height, row, column)) continue
      if (row >= gapTop && column >= gapFrom && column <= gapTo) continue
      store<u8>(reached + <usize>rootOf(queue, labelAt(labels, at) - 1), 1)
    }
  }
  for (let run = 0; run < runs; run++) setRoot(queue, run, <i32>load<u8>(reached + <usize>rootOf(queue, run)))
  for (let at = 0; at < cells; at++) {
    const label = labelAt(labels, at)
    store<u8>(reached + <usize>at, label === 0 ? 0 : <u8>rootOf(queue, label - 1))
  }
}

/** Clears pieces of fewer than `least` pixels, in place; those below `faint` hold nothing together. */
export function dropCrumbs(
  alpha: usize,
  width: i32,
  pixels: i32,
  faint: i32,
  least: f64,
  open: usize,
  labels: usize,
  queue: usize,
): void {
  for (let i: usize = 0; i < <usize>pixels; i++) store<u8>(open + i, <i32>load<u8>(alpha + i) >= faint ? 1 : 0)
  const runs = labelRuns(open, width, pixels, labels, queue)
  for (let run = 0; run < runs; run++) setRoot(queue, run, firstRun(queue, run))
  for (let at = 0; at < pixels; at++) {
    const label = labelAt(labels, at)
    if (label !== 0) setLabel(labels, at, rootOf(queue, label - 1) + 1)
  }
  memory.fill(queue, 0, (<usize>runs) << 2)
  for (let at = 0; at < pixels; at++) {
    const label = labelAt(labels, at)
    if (label !== 0) setRoot(queue, label - 1, rootOf(queue, label - 1) + 1)
  }
  for (let at = 0; at < pixels; at++) {
    const label = labelAt(labels, at)
    if (label !== 0 && <f64>rootOf(queue, label - 1) < least) store<u8>(alpha + <usize>at, 0)
  }
}

function isAtBorder(inside: usize, width: i32, height: i32, row: i32, column: i32): bool {
  if (row === 0 || column === 0 || row === height - 1 || column === width - 1) return true
  const cell = inside + <usize>(row * width + column)
  const across = load<u8>(cell - 1) & load<u8>(cell + 1)
  return (across & load<u8>(cell - <usize>width) & load<u8>(cell + <usize>width)) === 0
}

function labelAt(labels: usize, at: i32): i32 {
  return load<i32>(labels + ((<usize>at) << 2))
}

function setLabel(labels: usize, at: i32, label: i32): void {
  store<i32>(labels + ((<usize>at) << 2), label)
}

function rootOf(roots: usize, run: i32): i32 {
  return load<i32>(roots + ((<usize>run) << 2))
}

function setRoot(roots: usize, run: i32, root: i32): void {
  store<i32>(roots + ((<usize>run) << 2), root)
}
