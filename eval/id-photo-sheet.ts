/** All ID photos of one format, each next to its original. */
import sharp, { type OverlayOptions } from 'sharp'

export interface SheetCell {
  readonly title: string
  readonly photo: string
  /** Missing if the photo was refused. */
  readonly result?: string
}

const CELL = { width: 150, height: 200 }
const PAIRS_PER_ROW = 6

export async function writeIdPhotoSheet(cells: readonly SheetCell[], file: string): Promise<void> {
  const overlays: OverlayOptions[] = []
  for (const [index, { photo, result }] of cells.entries()) {
    const left = (index % PAIRS_PER_ROW) * 2 * (CELL.width + 4)
    const top = Math.floor(index / PAIRS_PER_ROW) * (CELL.height + 8)
    overlays.push({ input: await fitted(photo), left, top })
    if (result) overlays.push({ input: await fitted(result), left: left + CELL.width + 2, top })
  }
  const width = PAIRS_PER_ROW * 2 * (CELL.width + 4)
  const height = Math.ceil(cells.length / PAIRS_PER_ROW) * (CELL.height + 8)
  await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .composite(overlays)
    .png()
    .toFile(file)
}

const fitted = (file: string): Promise<Buffer> =>
  sharp(file).autoOrient().resize(CELL.width, CELL.height, { fit: 'contain', background: '#888' }).png().toBuffer()
