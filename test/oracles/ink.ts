/** Where ink lines are drawn, pixel by pixel: what kernels/ink.ts does. */

/** What is left of lines on skin outside eyes, nose and mouth. */
const leftOnSkin = (skin: number, features: number, share: number): number =>
  1 - skin * (1 - Math.min(1, features * 1.6)) * (1 - share)

export interface InkPlanes {
  readonly ink: Float32Array
  readonly skin: Float32Array
  readonly features: Float32Array
  readonly subject: Float32Array
}

export const thinInk = (
  { ink, skin, features, subject }: InkPlanes,
  worked: Float32Array,
  onSkin: number,
): Float32Array =>
  ink.map((value, i) => value * leftOnSkin(skin[i]!, features[i]!, onSkin) * worked[i]! * Math.min(1, subject[i]! * 3))

export const perceiveLight = (
  soft: Float32Array,
  luma: Float32Array,
  features: Float32Array,
  hair: Float32Array,
  subject: Float32Array,
  curve: (light: number) => number,
): Float32Array =>
  soft.map((before, i) => {
    const fine = Math.min(1, features[i]! * 1.5 + hair[i]! * 0.4)
    const light = before + (luma[i]! - before) * fine
    return curve(Math.min(1, Math.max(0, light))) * subject[i]! + (1 - subject[i]!)
  })
