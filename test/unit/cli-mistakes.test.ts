/** Mistakes in the options of commands for photos and networks are explained before anything is loaded. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../../src/cli/command.js'
import { commands } from '../../src/cli/commands.js'
import { parseCall } from '../../src/cli/parse.js'
import { loadConfig } from '../../src/config/load.js'
import { BadParameter } from '../../src/parameters/reader.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** Without networks: what gets past the options fails in another way. */
const config = loadConfig({ DATA_DIR: path.join(temporaryFolder(), 'data') })

async function run(line: string): Promise<void> {
  const wanted = parseCall(
    line.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", '')),
    commands,
  )
  if (wanted.kind !== 'run') throw new Error(`${line} runs nothing`)
  await wanted.command.run(wanted.values, config)
}

test.each([
  [
    'id-photo --spec moon x.jpg -o y.jpg',
    "--spec must be the id of a format, such as 1inch, 2inch, us_passport or cn_visa; got 'moon'",
  ],
  ["id-photo --spec 'usa passport' x.jpg -o y.jpg", 'Did you mean us_passport (US passport)'],
  ['id-photo x.jpg -o y.jpg', 'A size of your own is --width-mm and --height-mm'],
  ['id-photo --spec 1inch --max-kb 30 x.jpg -o y.jpg', 'Give either --spec or a size of your own, not both: --max-kb'],
  ['id-photo --width-mm 40 x.jpg -o y.jpg', '--height-mm is missing; it must be a number from 10 to 200'],
  ['id-photo --width-mm wide x.jpg -o y.jpg', "--width-mm must be a number from 10 to 200; got 'wide'"],
  [
    'id-photo --width-mm 190 --height-mm 190 --sheet 5in x.jpg -o y.jpg',
    "--sheet must be one that a photo of 190 x 190 mm fits on; got '5in'",
  ],
  ['id-photo --spec 1inch -o y.jpg', 'The photo is missing'],
  ['id-photo --spec 1inch x.jpg', '--output is missing'],
  ['id-photo --spec 1inch no-such-file.jpg -o y.jpg', 'no-such-file.jpg cannot be read'],
  ['id-photo --spec 1inch x.jpg -o y.jpg --bg-color pink', '--bg-color must be one of white'],
  ['id-photo --spec 1inch x.jpg -o y.jpg --sheet a3', '--sheet must be one of 4x6, 6in, 5in, a4'],
  ['id-photo --spec 1inch x.jpg -o y.jpg --sheet 4x6 --copies 13', '--sheet-format pdf has as many pages as it takes'],
  ['id-photo --spec 1inch x.jpg z.jpg -o y.jpg', 'There are several photos: name a folder'],
  [
    'style --style dali x.jpg -o y.png',
    "--style must be the id of a style, such as watercolour, ink-sketch or film-noir; got 'dali'",
  ],
  ['style --style comic-book x.jpg -o y.gif', 'must end in .jpg or .png'],
  ['style --style comic-book -o y.png', 'The photo is missing'],
  ['style --style comic-book x.jpg -o y.png --strength 101', 'from 0 to 100'],
  ['style x.jpg -o y.png', '--style is missing'],
  ['style --style comic-book /nowhere/x.jpg -o y.png', 'cannot be read'],
  ['style x.jpg --quality best', 'There is no option --quality: it is called --detail now'],
  ['remove x.jpg --quality best', '--quality must be'],
  ['remove x.jpg -o y.png --detail sam', "--detail must be one of fast, balanced, best; got 'sam'"],
  ['id-photo --spec 1inch x.jpg -o y.jpg --detail sam', '--detail must be one of fast, balanced, best'],
  ['style --style comic-book x.jpg -o y.png --detail sam', '--detail must be one of fast, balanced, best'],
  ['i -m U2net x.jpg y.png', 'u2net has not been added yet: silhouette networks add ~/.u2net/u2net.onnx adds it'],
  ['styles unheard-of', "No style fits 'unheard-of'. silhouette styles lists them all."],
  ['formats of atlantis', "No format fits 'of atlantis'. silhouette formats lists them all."],
  ['networks add', 'The file is missing: name an .onnx file'],
  ['networks add x.onnx --mean 1,2', '--mean must be three numbers, such as 0.485,0.456,0.406, or one'],
  ['networks add x.onnx --mean one', "or one; got 'one'"],
  [
    'networks add x.onnx --deviation 1,0,1',
    "--deviation must be three numbers above 0, such as 0.229,0.224,0.225, or one; got '1,0,1'",
  ],
  ['networks add x.onnx --size 8', '--size must be a whole number of at least 32'],
  ['networks add x.onnx --output alpha', '--output must be one of logits, probability'],
  ['networks remove', 'The name is missing'],
])('%s', async (line, message) => {
  const mistake = await run(line).catch((error: unknown) => error)
  expect(mistake instanceof UsageError || mistake instanceof BadParameter, String(mistake)).toBe(true)
  expect((mistake as Error).message).toContain(message)
})
