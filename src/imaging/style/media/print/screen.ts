/** What x and y count across parallel lines at this angle, in distances from line to line, as kernels take it. */
export function across(degrees: number, spacing: number): readonly [x: number, y: number] {
  const turn = (degrees * Math.PI) / 180
  return [-Math.sin(turn) / spacing, Math.cos(turn) / spacing]
}
