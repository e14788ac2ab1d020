/** The formats that were used last, the latest first, remembered in the browser. */
const KEY = 'silhouette.formats'
const KEPT = 3

export function rememberFormat(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...usedFormats().filter((other) => other !== id)].slice(0, KEPT)))
  } catch {
    // Storage is blocked: then none is on top.
  }
}

export function usedFormats(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}
