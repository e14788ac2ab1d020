/**
 * npx tsx bench/watermark.ts
 *
 * What the mark of the free tier costs per megapixel, on a small and on a large picture: the ratio is about 1 while the
 * work grows with the pixels alone.
 */
import { drawWatermark } from '../src/imaging/raster/watermark.js'
import { median } from './median.js'

const ROUNDS = 5

const small = await msPerMegapixel(1000, 1000)
const large = await msPerMegapixel(4000, 3000)
console.log(`1 MP: ${small.toFixed(1)} ms/MP, 12 MP: ${large.toFixed(1)} ms/MP, ratio ${(large / small).toFixed(2)}`)

async function msPerMegapixel(width: number, height: number): Promise<number> {
  const pixels = width * height
  const cutout = { width, height, colour: new Uint8Array(pixels * 3), alpha: new Uint8Array(pixels).fill(255) }
  const durationsMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await drawWatermark(cutout)
    durationsMs.push(performance.now() - startedAt)
  }
  return median(durationsMs) / (pixels / 1e6)
}
