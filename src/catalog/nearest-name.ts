/** The known name that was probably meant. */

/** A shorter text says too little to be completed. */
const MIN_PART = 3

/** Undefined where none is near: a wild guess would mislead. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  const editsTo = (candidate: string): number =>
    wanted.length >= MIN_PART && candidate.includes(wanted) ? 1 : editsBetween(wanted, candidate)
  const [best] = known.map((candidate) => ({ candidate, edits: editsTo(candidate) })).sort((a, b) => a.edits - b.edits)
  return best && best.edits <= Math.max(1, Math.floor(wanted.length / 3)) ? best.candidate : undefined
}

/** Letters to insert, remove or replace. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(row[j]! + (letter === b[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
