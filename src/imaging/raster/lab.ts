/** sRGB → CIE L*a*b* (D65): distances there are about as large as people see them. */
export type Lab = readonly [lightness: number, a: number, b: number]

/** Light by byte. */
export const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})
const curve = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)

/** Of bytes. */
export function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [LINEAR[red]!, LINEAR[green]!, LINEAR[blue]!]
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

export const chromaOf = ([, a, b]: Lab): number => Math.hypot(a, b)
/** In degrees: 0 red, 90 yellow, 180 green, -90 blue. */
export const hueOf = ([, a, b]: Lab): number => (Math.atan2(b, a) * 180) / Math.PI
