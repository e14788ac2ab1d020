/** All cut-outs of a run next to their photos, on a strong colour: shows what numbers do not. */
import path from 'node:path'
import sharp from 'sharp'
import type { Entry } from './evaluation-set.js'

const CELL = 220
const PAIRS_PER_ROW = 4

export async function writeContactSheet(entries: readonly Entry[], folder: string): Promise<void> {
  const cell = (file: string): Promise<Buffer> =>
    sharp(file)
      .autoOrient()
      .resize(CELL, CELL, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .flatten({ background: '#2f6fb0' })
      .png()
      .toBuffer()
  const cells = []
  for (const [index, entry] of entries.entries()) {
    const left = (index % PAIRS_PER_ROW) * 2 * CELL
    const top = Math.floor(index / PAIRS_PER_ROW) * CELL
    cells.push({ input: await cell(entry.file), left, top })
    cells.push({ input: await cell(path.join(folder, `${entry.id}.png`)), left: left + CELL, top })
  }
  const width = PAIRS_PER_ROW * 2 * CELL
  const height = Math.ceil(entries.length / PAIRS_PER_ROW) * CELL
  await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(cells)
    .jpeg({ quality: 88 })
    .toFile(path.join(folder, 'contact-sheet.jpg'))
}
