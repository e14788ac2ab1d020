/** Huffman's code for the literals and lengths of a deflate block, with no code longer than 12 bits. */

export const SYMBOLS: i32 = 286
/** Four literals and the bits still held then fit into 64 bits. */
export const LONGEST: i32 = 12

/** Per symbol, 4 bytes: how often it occurs. */
export const counts: usize = memory.data(286 * 4)
/** Per symbol, 4 bytes: its code, to be written from the lowest bit on, above 8 bits for its length. */
export const codes: usize = memory.data(286 * 4)

/** Symbols by count, ascending: the count above 9 bits for the symbol. */
const sorted: usize = memory.data(286 * 4)
const SYMBOL_BITS: u32 = 9
const MOST: u32 = (1 << (32 - 9)) - 1

/** The tree's nodes: the leaves in the order of `sorted`, then the inner ones in the order of their making. */
const weights: usize = memory.data(571 * 4)
const parents: usize = memory.data(571 * 4)
const depths: usize = memory.data(571 * 4)

/** By length, 0..31: how many codes have it, and the next one to be given out. */
const ofLength: usize = memory.data(32 * 4)
const nextCode: usize = memory.data(32 * 4)

/** From `counts` to `codes`. Every symbol gets a code, also those that were not counted. */
export function buildCodes(): void {
  sortByCount()
  growTree()
  limitLengths()
  assignCodes()
}

function sortByCount(): void {
  for (let i = 0; i < SYMBOLS; i++) {
    const count = min(max(1, at(counts, i)), MOST)
    put(sorted, i, (count << SYMBOL_BITS) | <u32>i)
  }
  // Shell's sort, with Ciura's gaps.
  for (
    let gap = 132;
    gap > 0;
    gap = gap === 132 ? 57 : gap === 57 ? 23 : gap === 23 ? 10 : gap === 10 ? 4 : gap === 4 ? 1 : 0
  ) {
    for (let i = gap; i < SYMBOLS; i++) {
      const key = at(sorted, i)
      let j = i
      for (; j >= gap && at(sorted, j - gap) > key; j -= gap) put(sorted, j, at(sorted, j - gap))
      put(sorted, j, key)
    }
  }
}

/** Joins the two lightest nodes until one is left. Inner nodes are made in the order of their weight, so two queues do. */
function growTree(): void {
  for (let i = 0; i < SYMBOLS; i++) put(weights, i, at(sorted, i) >> SYMBOL_BITS)
  let leaf = 0
  let inner = SYMBOLS
  for (let node = SYMBOLS; node < 2 * SYMBOLS - 1; node++) {
    let weight: u32 = 0
    for (let child = 0; child < 2; child++) {
      const isLeaf = leaf < SYMBOLS && (inner === node || at(weights, leaf) <= at(weights, inner))
      const lightest = isLeaf ? leaf++ : inner++
      weight += at(weights, lightest)
      put(parents, lightest, node)
    }
    put(weights, node, weight)
  }
}

/** Counts the codes of each length; too long ones are shortened at the cost of the next shorter ones that can give way. */
function limitLengths(): void {
  memory.fill(ofLength, 0, 32 * 4)
  const root = 2 * SYMBOLS - 2
  put(depths, root, 0)
  let used = 0
  for (let node = root - 1; node >= 0; node--) {
    const depth = at(depths, at(parents, node)) + 1
    put(depths, node, depth)
    if (node >= SYMBOLS) continue
    const length = min(depth, LONGEST)
    put(ofLength, length, at(ofLength, length) + 1)
    used += 1 << (LONGEST - length)
  }
  for (; used > 1 << LONGEST; used--) {
    let length = LONGEST - 1
    while (at(ofLength, length) === 0) length--
    put(ofLength, length, at(ofLength, length) - 1)
    put(ofLength, length + 1, at(ofLength, length + 1) + 2)
    put(ofLength, LONGEST, at(ofLength, LONGEST) - 1)
  }
}

/** The rarest symbols get the longest codes; among those of one length, codes ascend with the symbol (RFC 1951, 3.2.2). */
function assignCodes(): void {
  let code: u32 = 0
  for (let length = 1; length <= LONGEST; length++) {
    code <<= 1
    put(nextCode, length, code)
    code += at(ofLength, length)
  }
  for (let length = LONGEST, i = 0; length > 0; length--) {
    for (let left = at(ofLength, length); left > 0; left--, i++) {
      put(codes, at(sorted, i) & ((1 << SYMBOL_BITS) - 1), length)
    }
  }
  for (let i = 0; i < SYMBOLS; i++) {
    const length = at(codes, i)
    const next = at(nextCode, length)
    put(nextCode, length, next + 1)
    put(codes, i, (reversed(next, length) << 8) | length)
  }
}

function reversed(code: u32, length: i32): u32 {
  let result: u32 = 0
  for (let i = 0; i < length; i++) result |= ((code >> i) & 1) << (length - 1 - i)
  return result
}

function at(array: usize, index: i32): u32 {
  return load<u32>(array + ((<usize>index) << 2))
}

function put(array: usize, index: i32, value: u32): void {
  store<u32>(array + ((<usize>index) << 2), value)
}
