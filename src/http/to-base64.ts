/** Bytes → base64, piece by piece: a large picture as one text would hold up all other requests. */

export const base64LengthOf = (bytes: number): number => 4 * Math.ceil(bytes / 3)

export async function* toBase64(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Three bytes become four letters: what is left of a piece is prepended to the next.
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    if (whole > 0) yield bytes.toString('base64', 0, whole)
  }
  if (rest.length > 0) yield rest.toString('base64')
}
