/** What kernels/skin.ts does, pixel by pixel. */
const smoothstep = (from: number, to: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
const lumaOf = ([r, g, b]: readonly number[]): number => 0.299 * r! + 0.587 * g! + 0.114 * b!
const held = (value: number, free: number, most: number): number =>
  value > free ? free + (most - free) * Math.tanh((value - free) / (most - free)) : value

type Bytes = Uint8ClampedArray
const pixelAt = (picture: Bytes, i: number): number[] => [...picture.subarray(3 * i, 3 * i + 3)]

const greyness = ([r, , b]: readonly number[], level: number, warm: number): number =>
  smoothstep(0.25, 0.55, warm - (r! - b!) / Math.max(40, level))

export const greynessOf = (photo: Bytes, luma: Float32Array, skin: Float32Array, warm: number): Float32Array =>
  luma.map((share, i) => (skin[i]! < 0.004 ? 0 : greyness(pixelAt(photo, i), share * 255, warm)))

type Planes<Name extends string> = Readonly<Record<Name, Float32Array>>

export function liftShadows(
  photo: Bytes,
  { luma, coarse, wide, own, features }: Planes<'luma' | 'coarse' | 'wide' | 'own' | 'features'>,
  [red, green, blue, mean, level, amount]: readonly number[],
): Bytes {
  const lit = photo.slice()
  for (let i = 0; i < luma.length; i++) {
    const against = luma[i]! / Math.max(0.01, wide[i]!)
    const missing = Math.max(0, level! - coarse[i]!)
    const onSkin = own[i]! * (1 - features[i]! * (1 - smoothstep(0.4, 1, against)))
    if (missing === 0 || onSkin < 0.004) continue
    const factor = 1 + (amount! * onSkin * missing) / Math.max(0.04, coarse[i]!)
    const hue = Math.min(1, (2 * amount! * missing) / level!) * onSkin * (1 - features[i]!)
    for (const [c, value] of pixelAt(photo, i).entries()) {
      const hued = ([red, green, blue][c]! * luma[i]! * factor) / Math.max(0.01, mean!)
      lit[3 * i + c] = value * factor + (hued - value * factor) * hue
    }
  }
  return lit
}

export function keepSkinColours(
  colour: Bytes,
  photo: Bytes,
  skin: Float32Array,
  own: number,
  most: number,
  knee: number,
): Bytes {
  const kept = colour.slice()
  for (let i = 0; i < skin.length; i++) {
    if (skin[i]! < 0.004) continue
    const [now, before] = [pixelAt(colour, i), pixelAt(photo, i)]
    const its = before.map((value) => value - lumaOf(before))
    const mixed = now.map((value, c) => (value - lumaOf(now)) * (1 - own) + its[c]! * own)
    const limit = Math.max(most, 1.15 * Math.hypot(...its))
    const chroma = Math.hypot(...mixed)
    const factor = chroma > 0 ? held(chroma, knee * limit, limit) / chroma : 1
    for (let c = 0; c < 3; c++) kept[3 * i + c] = now[c]! + (lumaOf(now) + mixed[c]! * factor - now[c]!) * skin[i]!
  }
  return kept
}

/** The mean colour of each cell. */
export function shrunk(colour: ArrayLike<number>, width: number, height: number, cell: number): number[] {
  const means: number[] = []
  for (let top = 0; top < height; top += cell) {
    for (let left = 0; left < width; left += cell) {
      for (let c = 0; c < 3; c++) {
        let [sum, count] = [0, 0]
        for (let y = top; y < Math.min(height, top + cell); y++)
          for (let x = left; x < Math.min(width, left + cell); x++, count++) sum += colour[(y * width + x) * 3 + c]!
        means.push(sum / count)
      }
    }
  }
  return means
}
