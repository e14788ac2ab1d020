/** The subject's box: the bounding box of all pixels that are not fully transparent. */
import type { Box } from './picture.js'

export function subjectBox(alpha: Uint8Array, width: number, height: number): Box | undefined {
  const row = (y: number): Uint8Array => alpha.subarray(y * width, (y + 1) * width)
  const isEmpty = (y: number): boolean => firstVisible(row(y)) === -1
  let top = 0
  while (top < height && isEmpty(top)) top += 1
  if (top === height) return undefined
  let bottom = height - 1
  while (isEmpty(bottom)) bottom -= 1
  let left = width
  let right = -1
  for (let y = top; y <= bottom; y++) {
    const values = row(y)
    const first = firstVisible(values)
    if (first === -1) continue
    left = Math.min(left, first)
    right = Math.max(right, lastVisible(values, right))
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function firstVisible(values: Uint8Array): number {
  for (let x = 0; x < values.length; x++) if (values[x]! > 0) return x
  return -1
}

/** Searches only to the right of the last visible pixel known so far. */
function lastVisible(values: Uint8Array, known: number): number {
  for (let x = values.length - 1; x > known; x--) if (values[x]! > 0) return x
  return known
}

/** Clears everything outside the box, where no subject can be. */
export function clearOutside(alpha: Uint8Array, width: number, box: Box): void {
  const height = alpha.length / width
  const right = box.left + box.width
  alpha.fill(0, 0, box.top * width)
  alpha.fill(0, (box.top + box.height) * width)
  for (let y = box.top; y < Math.min(height, box.top + box.height); y++) {
    alpha.fill(0, y * width, y * width + box.left)
    alpha.fill(0, y * width + right, (y + 1) * width)
  }
}
