/**
 * npx tsx bench/watermark.ts
 *
 * What it costs per megapixel to make a free preview of a result, on a small and on a large picture: the watermark on a
 * picture that is all subject, and coarse edges around a disc. Ratios are about 1 while the work grows with the pixels alone.
 */
import { coarsenEdges } from '../src/imaging/cutout/coarse-edges.js'
import type { Cutout } from '../src/imaging/raster/picture.js'
import { drawWatermark } from '../src/imaging/raster/watermark.js'
import { median } from './median.js'

const ROUNDS = 7

const opaque = (): number => 255
const discIn =
  (width: number, height: number) =>
  (x: number, y: number): number =>
    Math.min(255, Math.max(0, (height / 3 - Math.hypot(x - width / 2, y - height / 2)) * 50))

await compare(
  'watermark',
  () => opaque,
  async (cutout) =>
    drawWatermark(cutout, { seed: 1, subject: { left: 0, top: 0, width: cutout.width, height: cutout.height } }),
)
await compare('coarse edges', discIn, coarsenEdges)

type AlphaIn = (width: number, height: number) => (x: number, y: number) => number

async function compare(name: string, alphaIn: AlphaIn, edit: (cutout: Cutout) => Promise<void>): Promise<void> {
  const small = await msPerMegapixel(1000, 1000, alphaIn, edit)
  const large = await msPerMegapixel(4000, 3000, alphaIn, edit)
  const ratio = (large / small).toFixed(2)
  console.log(`${name}: 1 MP: ${small.toFixed(1)} ms/MP, 12 MP: ${large.toFixed(1)} ms/MP, ratio ${ratio}`)
}

async function msPerMegapixel(
  width: number,
  height: number,
  alphaIn: AlphaIn,
  edit: (cutout: Cutout) => Promise<void>,
): Promise<number> {
  const pixels = width * height
  const alphaAt = alphaIn(width, height)
  const alpha = Uint8Array.from({ length: pixels }, (_, i) => alphaAt(i % width, Math.floor(i / width)))
  const durationsMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const cutout = { width, height, colour: new Uint8Array(pixels * 3).fill(90), alpha: alpha.slice() }
    const startedAt = performance.now()
    await edit(cutout)
    durationsMs.push(performance.now() - startedAt)
  }
  return median(durationsMs) / (pixels / 1e6)
}
