/** Mistakes in the options of `id-photo` and `style` are explained before anything is loaded. */
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
  ['id-photo --spec 1inch --dpi 300 x.jpg -o y.jpg', 'Give either --spec or a size of your own, not both: --dpi'],
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
  ['id-photo --spec 1inch x.jpg -o y.jpg --sheet a5', '--sheet must be one of 4x6, 6in, 5in, a4'],
  ['id-photo --spec 1inch x.jpg z.jpg -o y.jpg', 'There are several photos: name a folder'],
  [
    'style --style dali x.jpg -o y.png',
    "--style must be the id of a style, such as watercolour, ink-sketch or film-noir; got 'dali'",
  ],
  ['style --style cartoon x.jpg -o y.gif', 'must end in .jpg or .png'],
  ['style --style cartoon -o y.png', 'The photo is missing'],
  ['style --style cartoon x.jpg -o y.png --strength 101', 'from 0 to 100'],
  ['style x.jpg -o y.png', '--style is missing'],
  ['style --style cartoon /nowhere/x.jpg -o y.png', 'cannot be read'],
])('%s', async (line, message) => {
  const mistake = await run(line).catch((error: unknown) => error)
  expect(mistake instanceof UsageError || mistake instanceof BadParameter, String(mistake)).toBe(true)
  expect((mistake as Error).message).toContain(message)
})
