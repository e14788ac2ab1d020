/** The sample photo at a size of its own, as a JPEG. */
import sharp from 'sharp'
import { readSamplePhoto } from '../eval/networks.js'

export async function sampleOf(megapixels: number): Promise<Buffer> {
  const width = Math.round(Math.sqrt(megapixels * 1e6 * 1.25))
  return sharp(await readSamplePhoto())
    .resize({ width, height: Math.round(width / 1.25), fit: 'cover' })
    .jpeg({ quality: 90 })
    .toBuffer()
}
