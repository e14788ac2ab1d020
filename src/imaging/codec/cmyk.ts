/**
 * Inks without a profile: the file does not say what they look like on paper. libvips would assume a printing press of
 * its own choice, and be off by 15 of 255 on average from what people saw when they chose the photo. Browsers (Chromium,
 * Firefox, WebKit), Pillow and ImageMagick all take each ink for a filter: R = (1 - C)(1 - K), and so do we. A profile,
 * where there is one, knows better, and sharp follows it.
 */

/** CMYK, 255 being all ink, to RGB; in place, because a large photo has hundreds of megabytes. */
export function inksToRgb(inks: Uint8Array): Uint8Array {
  const pixels = inks.length / 4
  for (let i = 0, from = 0, to = 0; i < pixels; i++, from += 4, to += 3) {
    const light = 255 - inks[from + 3]!
    inks[to] = filtered(inks[from]!, light)
    inks[to + 1] = filtered(inks[from + 1]!, light)
    inks[to + 2] = filtered(inks[from + 2]!, light)
  }
  return inks.subarray(0, pixels * 3)
}

const filtered = (ink: number, light: number): number => Math.round(((255 - ink) * light) / 255)
