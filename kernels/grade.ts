/** Colour grading: see src/imaging/style/finish/grade.ts. */
import { storePixel } from './pixel'

/**
 * In place. `curve`: 256 floats. `settings`: vectors of four floats, of which three are used, for red, green and blue: what
 * each contributes to grey; its gain; how far tinted shadows lift it; how far tinted highlights lower it.
 */
export function gradeColours(
  colour: usize,
  area: i32,
  curve: usize,
  settings: usize,
  saturation: f32,
  tint: f32,
): void {
  const mixer = v128.load(settings)
  const gains = v128.load(settings, 16)
  const lifts = v128.load(settings, 32)
  const drops = v128.load(settings, 48)
  const one = f32x4.splat(1)
  const white = f32x4.splat(255)
  const colourful = f32x4.splat(saturation)
  const end = colour + <usize>area * 3
  for (; colour < end; colour += 3) {
    let pixel = f32x4.splat(f32.load(curve + ((<usize>load<u8>(colour)) << 2)))
    pixel = f32x4.replace_lane(pixel, 1, f32.load(curve + ((<usize>load<u8>(colour, 1)) << 2)))
    pixel = f32x4.replace_lane(pixel, 2, f32.load(curve + ((<usize>load<u8>(colour, 2)) << 2)))
    const parts = f32x4.mul(pixel, mixer)
    const sum = f32x4.extract_lane(parts, 0) + f32x4.extract_lane(parts, 1) + f32x4.extract_lane(parts, 2)
    const grey = max<f32>(0, sum)
    const middle = f32x4.splat(grey)
    pixel = f32x4.mul(f32x4.add(middle, f32x4.mul(f32x4.sub(pixel, middle), colourful)), gains)
    if (tint > 0) {
      const t = min<f32>(1, max<f32>(0, (grey * <f32>(1 / 255.0) - <f32>0.15) * <f32>(1 / 0.7)))
      const lit = t * t * (<f32>3 - <f32>2 * t)
      const lifted = f32x4.mul(f32x4.mul(f32x4.sub(white, pixel), lifts), f32x4.splat(tint * (<f32>1 - lit)))
      pixel = f32x4.mul(f32x4.add(pixel, lifted), f32x4.sub(one, f32x4.mul(drops, f32x4.splat(tint * lit))))
    }
    storePixel(colour, pixel)
  }
}
