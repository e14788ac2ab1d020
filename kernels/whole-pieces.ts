/** Specks and doubtful holes: src/imaging/matte/whole-pieces.ts says what they are. */
import { spreadFlood } from './flood'

/** Pieces smaller than this share of the whole subject are specks. */
const SPECK: f32 = 0.005
/** Larger holes, as a share of the subject, are part of its shape. */
const HOLE: f32 = 0.02
/** The mean logit above which the network hesitated about a hole. */
const HESITATION: f32 = -2.5

/** `belongs`: 1 where a cell is subject; changed in place. To work in: twice a byte and twice four bytes per cell. */
export function dropSpecksFillHoles(
  belongs: usize,
  logits: usize,
  size: i32,
  before: usize,
  open: usize,
  labels: usize,
  queue: usize,
): void {
  const count = size * size
  memory.copy(before, belongs, count)
  let subject = 0
  for (let i = 0; i < count; i++) subject += <i32>load<u8>(belongs + <usize>i)
  changePieces(1, before, belongs, logits, size, <f32>subject, open, labels, queue)
  changePieces(0, before, belongs, logits, size, <f32>subject, open, labels, queue)
}

/** Turns pieces of subject (`kind` 1) or of background (0) into the other where they should not be there. */
function changePieces(
  kind: u8,
  before: usize,
  belongs: usize,
  logits: usize,
  size: i32,
  subject: f32,
  open: usize,
  labels: usize,
  queue: usize,
): void {
  const count = size * size
  for (let i: usize = 0; i < <usize>count; i++) store<u8>(open + i, load<u8>(before + i) === kind ? 1 : 0)
  for (let start = 0; start < count; start++) {
    if (load<u8>(open + <usize>start) === 0) continue
    store<u8>(open + <usize>start, 0)
    store<i32>(queue, start)
    const cells = spreadFlood(open, labels, size, count, queue, 0, 1)
    const changes =
      kind === 1 ? <f32>cells < subject * SPECK : isDoubtfulHole(queue, cells, logits, size, subject * HOLE)
    if (!changes) continue
    for (let i = 0; i < cells; i++) store<u8>(belongs + <usize>load<i32>(queue + ((<usize>i) << 2)), 1 - kind)
  }
}

function isDoubtfulHole(queue: usize, cells: i32, logits: usize, size: i32, below: f32): bool {
  if (<f32>cells >= below) return false
  const last = size - 1
  let sum: f32 = 0
  for (let i = 0; i < cells; i++) {
    const at = load<i32>(queue + ((<usize>i) << 2))
    const x = at % size
    // What touches the border goes on outside: it is no hole.
    if (at < size || at >= size * last || x === 0 || x === last) return false
    sum += f32.load(logits + ((<usize>at) << 2))
  }
  return sum > HESITATION * <f32>cells
}
