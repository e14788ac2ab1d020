/**
 * The filtered rows of a PNG → blocks of one zlib stream (RFC 1950, 1951). Photos hardly ever repeat themselves, except
 * where nothing changes: runs of zeros are the only matches looked for, and the rest is Huffman's.
 */
import { buildCodes, codes, counts, SYMBOLS } from './huffman'

/** The filter's number, in front of each row: Paeth. */
const FILTER: u32 = 4

/** Shorter runs are literals: a zero is the cheapest of them. */
const SHORTEST_RUN: i32 = 16
const END_OF_BLOCK: i32 = 256
const LONGEST_MATCH: i32 = 258
const LONGEST_MATCH_SYMBOL: i32 = 285

const ADLER: u32 = 65521
/** Sums over this many bytes fit into 32 bits. */
const ADLER_BYTES: usize = 4096

/** As in `codes`, for a byte followed by a zero, which opaque pixels have for their alpha. */
const codesBeforeZero: usize = memory.data(256 * 4)

/** Counts of bytes, apart for each place in four: counting equal neighbours in one place would make each wait for the last. */
const samples: usize = memory.data(4 * 256 * 4)

// The stream so far: its checksum's two sums, and the bits that do not fill a byte yet.
let sum: u32 = 0
let sumOfSums: u32 = 0
let bits: u64 = 0
let held: u32 = 0
let target: usize = 0

export function startStream(): void {
  sum = 1
  sumOfSums = 0
  bits = 0x0178 // deflate with a window of 32 kB, fast
  held = 16
}

/**
 * Writes rows as one block and returns its size. `rows`: `count` times `rowBytes`, rounded up to 16 by zeros;
 * `pixelBytes`: 1 or 4; `spans`: half of the rows' bytes, and 8 per row; `to`: twice the rows' bytes, and 1 kB.
 */
export function deflateRows(
  rows: usize,
  rowBytes: i32,
  count: i32,
  pixelBytes: i32,
  spans: usize,
  to: usize,
  isLast: bool,
): usize {
  const stride = (<usize>rowBytes + 15) & ~15
  memory.fill(counts, 0, <usize>SYMBOLS * 4)
  memory.fill(samples, 0, 4 * 256 * 4)
  addCount(FILTER, count)
  addCount(END_OF_BLOCK, 1)
  let span = spans
  for (let y = 0; y < count; y++) span = findRuns(rows + <usize>y * stride, rowBytes, stride, pixelBytes, span)
  addSamples()
  buildCodes()
  joinCodesWithZero()

  target = to
  writeHead(isLast)
  span = spans
  for (let y = 0; y < count; y++) {
    let at = rows + <usize>y * stride
    const end = at + <usize>rowBytes
    writeSymbol(FILTER)
    for (; at < end; span += 8) {
      const literals = <usize>load<u32>(span)
      const run = load<u32>(span, 4)
      if (pixelBytes === 4) writePixels(at, at + literals)
      else for (let end = at + literals, byte = at; byte < end; byte++) writeSymbol(load<u8>(byte))
      if (run > 0) writeRun(run)
      at += literals + <usize>run
    }
  }
  writeSymbol(END_OF_BLOCK)
  if (isLast) writeEnd()
  return target - to
}

/**
 * Splits a row into spans of literals, each followed by a run of zeros, and counts the symbols this takes. Both are whole
 * pixels. Adds the row to the checksum.
 */
function findRuns(row: usize, rowBytes: i32, stride: usize, pixelBytes: i32, span: usize): usize {
  addByte(FILTER)
  const none = i32x4.splat(0)
  const whole = -pixelBytes
  let from = 0
  let run = 0
  for (let start: usize = 0; start < stride; start += ADLER_BYTES) {
    const end = min(start + ADLER_BYTES, stride)
    // Per lane: the bytes' sum; the sum of that after each vector; the bytes weighted by their distance to the vector's end.
    let sums = none
    let sumsBefore = none
    let weighted = none
    for (let at = start; at < end; at += 16) {
      sumsBefore = i32x4.add(sumsBefore, sums)
      const bytes = v128.load(row + at)
      if (!v128.any_true(bytes)) {
        run += 16
        continue
      }
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)))
      const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), i16x8(16, 15, 14, 13, 12, 11, 10, 9))
      const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), i16x8(8, 7, 6, 5, 4, 3, 2, 1))
      weighted = i32x4.add(weighted, i32x4.add(low, high))

      const filled = i8x16.bitmask(i8x16.ne(bytes, none))
      const first = ctz(filled) & whole
      run += first
      if (run >= SHORTEST_RUN) {
        const next = <i32>at + first
        span = addSpan(span, next - run - from, run)
        from = next
      }
      run = (clz(filled) - 16) & whole
      if ((at & 16) === 0) countSample(load<u32>(row + at + ((at >> 3) & 12)))
    }
    const length = <u32>(end - start)
    sumOfSums = <u32>((<u64>sum * length + sumOfSums + (total(sumsBefore) << 4) + total(weighted)) % ADLER)
    sum = <u32>((sum + total(sums)) % ADLER)
  }
  const padding = <i32>stride - rowBytes
  sumOfSums = (sumOfSums + (ADLER - sum) * padding) % ADLER
  run -= padding
  if (run < SHORTEST_RUN) run = 0
  return from < rowBytes ? addSpan(span, rowBytes - run - from, run) : span
}

function total(lanes: v128): u64 {
  return (
    <u64>(<u32>i32x4.extract_lane(lanes, 0)) +
    <u32>i32x4.extract_lane(lanes, 1) +
    <u32>i32x4.extract_lane(lanes, 2) +
    <u32>i32x4.extract_lane(lanes, 3)
  )
}

function addByte(byte: u32): void {
  sum = (sum + byte) % ADLER
  sumOfSums = (sumOfSums + sum) % ADLER
}

function addSpan(span: usize, literals: i32, run: i32): usize {
  store<u32>(span, literals)
  store<u32>(span, run, 4)
  if (run > 0) {
    const repeated = run - 1
    const rest = repeated % LONGEST_MATCH
    addCount(0, rest < 3 ? 1 + rest : 1)
    addCount(LONGEST_MATCH_SYMBOL, repeated / LONGEST_MATCH)
    if (rest >= 3) addCount(lengthSymbol(rest), 1)
  }
  return span + 8
}

/** One byte in eight, each time at another place, stands for all: the counts only decide on the code. */
function countSample(four: u32): void {
  addSample(0, four & 255)
  addSample(1, (four >> 8) & 255)
  addSample(2, (four >> 16) & 255)
  addSample(3, four >> 24)
}

function addSample(place: usize, byte: u32): void {
  const count = samples + (place << 10) + ((<usize>byte) << 2)
  store<u32>(count, load<u32>(count) + 8)
}

function addSamples(): void {
  for (let byte = 0; byte < 256; byte++) {
    for (let place = 0; place < 4; place++) addCount(byte, load<u32>(samples + ((place << 10) + (byte << 2))))
  }
}

function addCount(symbol: i32, times: i32): void {
  const count = counts + ((<usize>symbol) << 2)
  store<u32>(count, load<u32>(count) + times)
}

/** Lengths 3..257. Up to 10 each has its symbol; then four symbols share each power of two, and bits tell which one it is. */
function lengthSymbol(length: i32): i32 {
  const extra = extraBits(length)
  return extra === 0 ? 254 + length : 261 + 4 * extra + (((length - 3) >> extra) & 3)
}

function extraBits(length: i32): i32 {
  return length < 11 ? 0 : 29 - clz(length - 3)
}

/**
 * A block with a code of its own. The code in which its lengths are written in turn is always the same: three bits for 16
 * (the length before once more, 3..6 times), 11 and 12, four for 1..10.
 */
function writeHead(isLast: bool): void {
  write(isLast ? 1 : 0, 1)
  write(2, 2)
  write(SYMBOLS - 257, 5)
  write(0, 5) // one distance
  write(18 - 4, 4)
  // In the order 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1.
  for (let i = 0; i < 18; i++) write(load<u8>(lengthsOfLengths + i), 3)
  for (let i = 0; i < SYMBOLS; ) {
    const length = lengthAt(i)
    let same = 1
    while (i + same < SYMBOLS && lengthAt(i + same) === length) same++
    writeLength(length)
    i += same
    for (same--; same >= 3; ) {
      const times = min(same, 6)
      writeLength(16)
      write(times - 3, 2)
      same -= times
    }
    for (; same > 0; same--) writeLength(length)
  }
  writeLength(1) // of the only distance's code: 1 byte back
}

const lengthsOfLengths: usize = memory.data<u8>([3, 0, 0, 0, 4, 4, 4, 4, 4, 4, 3, 4, 3, 4, 0, 4, 0, 4])

function lengthAt(symbol: i32): u32 {
  return load<u32>(codes + ((<usize>symbol) << 2)) & 255
}

/** 11, 12 and 16 are 000, 001 and 010; 1..10 are 0110..1111: both from the highest bit on. */
function writeLength(length: u32): void {
  if (length === 11) write(0, 3)
  else if (length === 12) write(0b100, 3)
  else if (length === 16) write(0b010, 3)
  else {
    const code = length + 5
    write(((code & 1) << 3) | ((code & 2) << 1) | ((code & 4) >> 1) | (code >> 3), 4)
  }
}

function writeRun(run: i32): void {
  writeSymbol(0)
  let left = run - 1
  const longest = load<u32>(codes + ((<usize>LONGEST_MATCH_SYMBOL) << 2))
  for (; left >= LONGEST_MATCH; left -= LONGEST_MATCH) write(longest >> 8, (longest & 255) + 1)
  if (left < 3) {
    for (; left > 0; left--) writeSymbol(0)
    return
  }
  const extra = extraBits(left)
  writeSymbol(lengthSymbol(left))
  write((left - 3) & ((1 << extra) - 1), extra + 1) // the distance's code is one zero bit
}

function joinCodesWithZero(): void {
  const zero = load<u32>(codes)
  for (let byte: usize = 0; byte < 256; byte++) {
    const code = load<u32>(codes + (byte << 2))
    const both = (code >> 8) | ((zero >> 8) << (code & 255))
    store<u32>(codesBeforeZero + (byte << 2), (both << 8) | ((code & 255) + (zero & 255)))
  }
}

/**
 * As `write` does, with all that changes in local variables: most of the time goes here. Of sums of codes only the lowest
 * bits mean something, the length, and shifts use only those.
 */
function writePixels(from: usize, end: usize): void {
  let pending = bits
  let count = held
  let to = target
  for (let at = from; at < end; at += 4) {
    const pixel = load<u32>(at)
    const r = load<u32>(codes + <usize>((pixel & 255) << 2))
    const g = load<u32>(codes + <usize>(((pixel >> 8) & 255) << 2))
    let rgba = <u64>(r >> 8) | ((<u64>(g >> 8)) << (<u64>r))
    let length = r + g
    if (pixel >> 24 === 0) {
      const ba = load<u32>(codesBeforeZero + <usize>((pixel >> 16) << 2))
      rgba |= (<u64>(ba >> 8)) << (<u64>length)
      length += ba
    } else {
      const b = load<u32>(codes + <usize>(((pixel >> 16) & 255) << 2))
      const a = load<u32>(codes + <usize>((pixel >> 24) << 2))
      rgba |= (<u64>(b >> 8) | ((<u64>(a >> 8)) << (<u64>b))) << (<u64>length)
      length += a + b
    }
    pending |= rgba << (<u64>count)
    count += length & 63
    store<u64>(to, pending)
    to += count >> 3
    pending >>= <u64>(count & 56)
    count &= 7
  }
  bits = pending
  held = count
  target = to
}

function writeSymbol(symbol: i32): void {
  const code = load<u32>(codes + ((<usize>symbol) << 2))
  write(code >> 8, code & 255)
}

/** Up to 32 bits, the lowest first. */
function write(value: u32, count: u32): void {
  bits |= (<u64>value) << held
  held += count
  store<u64>(target, bits)
  target += held >> 3
  bits >>= held & 56
  held &= 7
}

/** Up to the next whole byte, then the checksum. */
function writeEnd(): void {
  if (held > 0) write(0, 8 - held)
  store<u32>(target, bswap<u32>((sumOfSums << 16) | sum))
  target += 4
}
