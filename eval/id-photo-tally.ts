/** How many ID photos were delivered, refused and warned about, and why. */
import { sortWarnings, type Warning } from '../src/catalog/id-photo-warnings.js'

export type Result =
  | { readonly refused: string }
  /** `met`: head height, eye line and roll are where they were planned. */
  | { readonly warnings: readonly Warning[]; readonly met: boolean }

export function createTally() {
  const delivered = new Map<string, number>()
  const refusals = new Map<string, number>()
  const faults = new Map<string, number>()
  const portraits = { all: new Set<string>(), delivered: new Set<string>(), faulty: new Set<string>() }
  let [made, faulty, met] = [0, 0, 0]
  const independent = { confirmed: 0, asked: 0 }
  return {
    add: (portrait: string, spec: string, result: Result): void => {
      portraits.all.add(portrait)
      if ('refused' in result) {
        count(refusals, result.refused)
        return
      }
      count(delivered, spec)
      portraits.delivered.add(portrait)
      made += 1
      if (result.met) met += 1
      const ofPhoto = sortWarnings(result.warnings).faults
      if (ofPhoto.length === 0) return
      faulty += 1
      portraits.faulty.add(portrait)
      for (const code of ofPhoto) count(faults, code)
    },
    /** Whether a network that the product does not use finds the eyes where they were planned. */
    confirm: (isConfirmed: boolean): void => {
      independent.asked += 1
      if (isConfirmed) independent.confirmed += 1
    },
    lines: (): string[] => [
      `Delivered: ${made}, of ${portraits.delivered.size} of ${portraits.all.size} portraits (${listOf(delivered)})`,
      `Refused: ${listOf(refusals)}`,
      `With a fault: ${faulty} of ${made}, of ${portraits.faulty.size} portraits (${listOf(faults)})`,
      `Head height within 2.5 %, eye line within 1.5 % and roll as permitted: ${met} of ${made}`,
      ...(independent.asked > 0
        ? [`Confirmed by independent landmarks: ${independent.confirmed} of ${independent.asked}`]
        : []),
    ],
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const listOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ')
