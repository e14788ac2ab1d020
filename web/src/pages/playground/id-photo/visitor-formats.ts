/** The formats in the order of this visitor: by the browser's languages, and by those that were used last in it. */
import type { Spec } from '../../../api/types.js'
import { orderFormats } from './format-order.js'

const KEY = 'silhouette.formats'
const KEPT = 3

export const formatsForVisitor = (specs: readonly Spec[]): readonly Spec[] =>
  orderFormats(specs, { used: usedFormats(), languages: navigator.languages })

export function rememberFormat(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...usedFormats().filter((other) => other !== id)].slice(0, KEPT)))
  } catch {
    // Storage is blocked: then none is on top.
  }
}

/** The latest first. */
function usedFormats(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}
