/**
 * npx tsx eval/shop-pictures.ts PHOTO... [--shadow KIND]
 *
 * Photos through five presets, and every file measured from its pixels alone: size, fill, background and weight, by the
 * catalogue's figures. Pictures go to report/shop.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { findPreset, type Preset } from '../src/catalog/presets.js'
import { createSilhouette, type RemoveBackgroundOptions } from '../src/index.js'

const PRESETS = ['amazon_main', 'ebay', 'google_merchant', 'zalando', 'mercado_libre']
const FOLDER = 'report/shop'
/** Darker than this is subject: shadows and the encoder's ripples are lighter. */
const DARK = 12

const { values, positionals } = parseArgs({ options: { shadow: { type: 'string' } }, allowPositionals: true })
const shadow = values.shadow as RemoveBackgroundOptions['shadow']
await mkdir(FOLDER, { recursive: true })
const silhouette = createSilhouette()
let [files, faults] = [0, 0]
for (const photo of positionals) {
  const { bytes, warnings } = await silhouette.removeBackground(photo, { preset: PRESETS.join(','), shadow })
  for (const [name, file] of Object.entries(unzipSync(bytes))) {
    const own = warnings.filter(({ picture }) => picture === name).map(({ code }) => code)
    const wrong = await faultsOf(file, findPreset(path.parse(name).name)!)
    files += 1
    faults += wrong.length > 0 ? 1 : 0
    await writeFile(path.join(FOLDER, `${path.parse(photo).name}-${name}`), file)
    console.log([path.basename(photo), name, wrong.join(', ') || 'within its rule', own.join(' ')].join('\t'))
  }
}
await silhouette.close()
console.log(`${files} files, ${faults} outside their rules`)

async function faultsOf(file: Uint8Array, preset: Preset): Promise<string[]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const [wide, tall] = preset.canvas.split('x').map(Number)
  const isDark = (x: number, y: number): boolean =>
    Math.min(...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)) < 255 - DARK
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue
      Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x) })
      Object.assign(box, { top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) })
    }
  }
  const fill = 100 * Math.max((box.right - box.left + 1) / width, (box.bottom - box.top + 1) / height)
  // The pixels do not tell a shadow from what throws it: where no rule sets a limit, it may reach further.
  const [least, most] = preset.fill_range ?? [preset.fill - 3, shadow ? 100 : preset.fill + 3]
  const edge = [0, width - 1].flatMap((x) =>
    [0, height - 1].map((y) => data.subarray((y * width + x) * 3).subarray(0, 3)),
  )
  return [
    ...(width === wide && height === tall ? [] : [`${width} x ${height}`]),
    ...(fill >= least - 1 && fill <= most + 1 ? [] : [`fill ${fill.toFixed(1)} %`]),
    ...(edge.every((pixel) => pixel.every((value) => value === 255)) ? [] : ['corners not white']),
    ...(file.length <= (preset.max_kb ?? Number.POSITIVE_INFINITY) * 1000 ? [] : [`${file.length} bytes`]),
  ]
}
