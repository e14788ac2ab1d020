/** What kernels/expose.ts and lamps.ts do, pixel by pixel and channel by channel. */
import { lumaOf, smoothstep } from '../../src/imaging/style/pixels/canvas.js'

type Colours = Uint8ClampedArray
type Planes = Record<string, Float32Array>

const burntShare = (tone: number): number => 1 - (0.72 + 0.22 * Math.tanh((tone - 0.72) / 0.22)) / tone

/** `gammaAt`: of the subject at a pixel. */
export function expose(
  colour: Colours,
  { subject, skin }: Planes,
  gammaAt: (i: number) => number,
  lightAt: (i: number) => number,
  behind: number,
): void {
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const light = lightAt(i)
    const luma = Math.min(1, (light * lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!)) / 255)
    const gamma = behind + (gammaAt(i) - behind) * subject![i]!
    let factor = Math.max(0.03, luma) ** (gamma - 1)
    if (luma * factor > 0.72) factor *= 1 - skin![i]! * burntShare(luma * factor)
    for (let c = at; c < at + 3; c++) colour[c]! *= factor * light
  }
}

export function addDetail(colour: Colours, planes: Planes, weights: readonly number[]): void {
  const { luma, coarse, features, hair, subject, skin } = planes
  const [onFeatures, inHair, onSubject, onSkin] = weights as [number, number, number, number]
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const strands = hair![i]! * inHair * Math.max(1, 0.5 / (0.1 + coarse![i]!))
    const weight = features![i]! * onFeatures + strands + subject![i]! * onSubject
    const plain = skin![i]! * (1 - features![i]!) * onSkin
    const added = (luma![i]! - coarse![i]!) * (weight + plain) * 255
    for (let c = at; c < at + 3; c++) colour[c]! += added
  }
}

/** Without `inner` and `teeth` where they are none. */
export function bringHues(colour: Colours, photo: Uint8Array, planes: Planes, weights: readonly number[]): void {
  const { skin, hair, features, inner, teeth, whites } = planes
  const [onSkin, inHair, onTeeth] = weights as [number, number, number]
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const rim = inner ? smoothstep(0.8, 0.99, inner[i]!) : 1
    const heads = Math.min(1, Math.max(2 * hair![i]!, features![i]!)) * inHair * rim
    const white = teeth ? Math.max(teeth[i]!, whites![i]!) * onTeeth : 0
    const share = Math.max(heads, skin![i]! * onSkin, white)
    if (share < 0.004) continue
    const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!)
    const before = lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!)
    const chroma = Math.min(1, luma / Math.max(1, before))
    for (let c = at; c < at + 3; c++) colour[c]! += (luma + (photo[c]! - before) * chroma - colour[c]!) * share
  }
}

export function shineLamp(colour: Colours, { lit, subject }: Planes, brightness: number): void {
  for (let at = 0; at < colour.length; at++) {
    const i = Math.floor(at / 3)
    if (subject![i]! < 0.004) continue
    const factor = 1 + (lit![i]! * brightness - 1) * subject![i]!
    colour[at] = factor <= 1 ? colour[at]! * factor : 255 - 255 * (1 - colour[at]! / 255) ** factor
  }
}

/** `settings`: three lights, of three channels each. */
export function shineRims(colour: Colours, planes: Planes, settings: readonly number[], colourless: boolean): void {
  const { left, right, glosses, subject, skin } = planes
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    if (subject![i]! < 0.004) continue
    const gloss = glosses![i]! * (1 - 0.7 * skin![i]!)
    const grey = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
    for (let c = 0; c < 3; c++) {
      const own = colourless ? grey : colour[at + c]! / 255
      const lamps = settings[c]! * left![i]! + settings[3 + c]! * right![i]!
      const lit = lamps * ((own + (grey - own) * 0.5 * skin![i]!) * 1.2 + 0.03 + gloss)
      colour[at + c] = 255 * (1 - (1 - own * settings[6 + c]!) * (1 - Math.min(1, lit)))
    }
  }
}
