/**
 * What the edge network finds beside the subject belongs to it only where it hangs together with it: lines of the ground
 * and grains of its texture do not.
 */
import { flooding } from '../../raster/flood.js'

/** Less than this connects nothing. */
const FAINT = 10
const SUBJECT = 128

/** Changes alpha. `rough`: the decided matte, which holds whole pieces only. */
export function dropSpecks(alpha: Uint8Array, rough: Uint8Array, width: number): void {
  const { length } = alpha
  const beside = new Uint32Array(length)
  let count = 0
  for (let i = 0; i < length; i++) if (alpha[i]! >= FAINT && rough[i]! < SUBJECT) beside[count++] = i
  const isSubject = (i: number): boolean => rough[i]! >= SUBJECT && alpha[i]! >= FAINT
  const touches = (i: number): boolean => {
    const x = i % width
    const across = (x > 0 && isSubject(i - 1)) || (x < width - 1 && isSubject(i + 1))
    return across || isSubject(i - width) || isSubject(i + width)
  }
  flooding(length, width, (flood) => {
    for (let at = 0; at < count; at++) flood.open[beside[at]!] = 1
    for (let at = 0; at < count; at++) if (touches(beside[at]!)) flood.add(beside[at]!)
    flood.spread(0)
    for (let at = 0; at < count; at++) if (flood.open[beside[at]!] === 1) alpha[beside[at]!] = 0
  })
}
