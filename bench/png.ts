/**
 * npx tsx bench/png.ts
 *
 * Our PNG writer against sharp, and against Node's zlib after the filter Up: the same cut-out, about half of it
 * transparent, at three sizes, alternating in one run. All write to a file.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { readSamplePhoto } from '../eval/networks.js'
import { writePng } from '../src/imaging/codec/png.js'
import { interleave } from '../src/imaging/raster/interleave.js'
import type { Cutout } from '../src/imaging/raster/picture.js'
import { rawPicture } from '../src/imaging/raster/resample.js'
import { median } from './median.js'

const ROUNDS = 7
const MEGAPIXELS = [1, 12, 48]

type Write = (cutout: Cutout, file: string) => unknown

const writers: Record<string, Write> = {
  ours: writePng,
  sharp: (cutout, file) => rawPicture(rgba(cutout), cutout, 4).png({ compressionLevel: 4 }).toFile(file),
  'zlib, Up': (cutout, file) => writeFile(file, deflateSync(filteredUp(rgba(cutout), cutout.width * 4), { level: 1 })),
}

const folder = await mkdtemp(path.join(tmpdir(), 'png-bench-'))
try {
  for (const megapixels of MEGAPIXELS) await compare(megapixels)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function compare(megapixels: number): Promise<void> {
  const cutout = await drawCutout(megapixels)
  const times = new Map(Object.keys(writers).map((name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, write] of Object.entries(writers)) {
      const startedAt = performance.now()
      await write(cutout, path.join(folder, name))
      times.get(name)!.push(performance.now() - startedAt)
    }
  }
  const oursMs = median(times.get('ours')!)
  const oursBytes = (await stat(path.join(folder, 'ours'))).size
  for (const [name, ms] of times) {
    const { size } = await stat(path.join(folder, name))
    console.log(
      `${megapixels} MP ${name.padEnd(8)} ${median(ms).toFixed(1).padStart(8)} ms (least ${Math.min(...ms).toFixed(1)}), ` +
        `${(size / 1e6).toFixed(2)} MB; ours takes ${(oursMs / median(ms)).toFixed(3)} of the time, ` +
        `${(oursBytes / size).toFixed(2)} of the size`,
    )
  }
}

/** The sample photo at this size, with an ellipse cut out of it. */
async function drawCutout(megapixels: number): Promise<Cutout> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3))
  const height = Math.round((width * 3) / 4)
  const ellipse = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <ellipse cx="50%" cy="50%" rx="40%" ry="40%"/></svg>`
  return {
    width,
    height,
    colour: await sharp(await readSamplePhoto())
      .autoOrient()
      .removeAlpha()
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer(),
    alpha: await sharp(Buffer.from(ellipse)).extractChannel('alpha').raw().toBuffer(),
  }
}

function rgba({ colour, alpha }: Cutout): Uint8Array {
  return interleave(colour, alpha, { hideTransparent: true })
}

function filteredUp(pixels: Uint8Array, rowBytes: number): Uint8Array {
  const rows = new Uint8Array(pixels.length + pixels.length / rowBytes)
  for (let from = 0, to = 0; from < pixels.length; ) {
    rows[to++] = 2
    for (const end = from + rowBytes; from < end; from++) rows[to++] = pixels[from]! - (pixels[from - rowBytes] ?? 0)
  }
  return rows
}
