/** The options of `remove` → the job, with the same rules as requests. */
import { expect, test } from 'vitest'
import type { Values } from '../../src/cli/command.js'
import { readCutoutJob, removeCommand } from '../../src/cli/remove.js'
import { loadConfig } from '../../src/config/load.js'
import { threadsFor } from '../../src/photos/open-workers.js'
import { projectFile } from '../support/project.js'

const read = (values: Values) => readCutoutJob(values, 'png', { limits: { pixels: 50, uploadBytes: 1 } })
const px = (value: number) => ({ value, unit: 'px' })

test('no options: the whole photo, transparent, without a watermark', () => {
  expect(read({})).toEqual({
    kind: 'cutout',
    cap: { pixels: 50 },
    format: 'png',
    channels: 'rgba',
    watermark: false,
    classify: false,
  })
})

test.each<[Values, object]>([
  [{ 'bg-color': 'Navy' }, { background: { kind: 'colour', r: 0, g: 0, b: 128, alpha: 255 } }],
  [{ 'bg-color': '#f008' }, { background: { kind: 'colour', r: 255, g: 0, b: 0, alpha: 0x88 } }],
  [{ 'bg-image': projectFile('README.md') }, { background: { kind: 'image' } }],
  [{ crop: true }, { crop: { top: px(0), right: px(0), bottom: px(0), left: px(0) } }],
  [{ crop: true, margin: '10px 5%' }, { crop: { top: px(10), right: { value: 5, unit: '%' } } }],
  [{ size: 'hd' }, { cap: { pixels: 4_000_000 } }],
  [{ size: '800px' }, { cap: { longestSide: 800 } }],
  [{ 'only-mask': true }, { channels: 'alpha' }],
])('%j', (values, part) => {
  expect(read(values)).toMatchObject(part)
})

test.each<[Values, string]>([
  [
    { 'bg-color': 'sky' },
    "--bg-color must be 3, 4, 6 or 8 hexadecimal digits, a CSS colour name or transparent; got 'sky'",
  ],
  [{ 'bg-color': 'red', 'bg-image': 'x.jpg' }, '--bg-image and --bg-color are two backgrounds'],
  [{ 'bg-image': '/nowhere.jpg' }, '--bg-image /nowhere.jpg cannot be read'],
  [{ 'bg-color': 'red', 'only-mask': true }, '--bg-color has no meaning for a mask: leave it out, or --only-mask'],
  [{ margin: '5px' }, '--margin needs --crop, --canvas or --for'],
  [{ crop: true, margin: '600px' }, '--margin must be 1, 2 or 4 values of at most 50% or 500px'],
  [{ size: 'huge' }, "--size must be full, medium, hd, 4k or a number of pixels; got 'huge'"],
  [{ size: '0' }, '--size must be'],
])('%j is explained', (values, message) => {
  expect(() => read(values)).toThrow(message)
})

test('more workers than a server would start share its threads', () => {
  const server = { workers: 2, threadsPerWorker: 4 }
  expect([1, 2, 4, 8, 16].map((workers) => threadsFor(workers, server))).toEqual([4, 4, 2, 1, 1])
})

test.each<[Values, string]>([
  [{ for: 'ebay,etsy', output: '-' }, 'Several presets make several files: name a folder for them, or a .zip'],
  [{ for: 'ebay,etsy', output: 'a.jpg' }, 'The output must end in .zip, or be a folder'],
  [{ for: 'ebay,etsy', output: 'out', name: '{name}.{ext}' }, '--name needs {preset} where there are several'],
  [{ output: 'out', name: '{name}-{preset}.{ext}' }, '--name can have {preset} only with --for'],
  [{ output: 'out.png', name: '{name}.{ext}' }, '--name needs a folder for the results'],
  [{ output: 'out', name: '{n}.{ext}', watch: true }, '--name cannot have {n} with --watch'],
])('%j is explained before anything is read', async (values, message) => {
  await expect(removeCommand.run({ photos: ['a.jpg'], ...values }, loadConfig({}))).rejects.toThrow(message)
})
