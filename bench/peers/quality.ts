/** Scores of cut-outs against the known alpha, averaged over the photos. */
import sharp from 'sharp'
import { type Entry, loadTruth } from '../../eval/evaluation-set.js'
import { type Plane, scoreAlpha } from '../../eval/metrics.js'

export interface Quality {
  readonly IoU: number
  readonly MAE: number
  readonly BF: number
}

export async function qualityOf(cutouts: readonly { entry: Entry; file: string }[]): Promise<Quality> {
  const mean = { IoU: 0, MAE: 0, BF: 0 }
  for (const { entry, file } of cutouts) {
    const { alpha, ignore } = await loadTruth(entry)
    const scores = scoreAlpha(await loadAlpha(file), alpha, ignore)
    for (const name of ['IoU', 'MAE', 'BF'] as const) mean[name] += scores[name] / cutouts.length
  }
  return mean
}

async function loadAlpha(file: string): Promise<Plane> {
  const { data, info } = await sharp(file)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: Float64Array.from(data, (value) => value / 255), width: info.width, height: info.height }
}
