/** The subject's box: the bounding box of all pixels that are not fully transparent. */
import type { Box } from './picture.js'

export function subjectBox(alpha: Uint8Array, width: number, height: number): Box | undefined {
  const isEmpty = (y: number): boolean => isClear(alpha, y * width, (y + 1) * width)
  let top = 0
  while (top < height && isEmpty(top)) top += 1
  if (top === height) return undefined
  let bottom = height - 1
  while (isEmpty(bottom)) bottom -= 1
  let left = width
  let right = -1
  // Each row is searched only outside of what is known already.
  for (let start = top * width; start <= bottom * width; start += width) {
    for (let x = 0; x < left; x++) if (alpha[start + x] !== 0) left = x
    for (let x = width - 1; x > right; x--) if (alpha[start + x] !== 0) right = x
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function isClear(alpha: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (alpha[i] !== 0) return false
  return true
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
