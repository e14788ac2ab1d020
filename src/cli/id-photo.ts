/** ID photos from the command line: the same as POST /v1/id-photo, without server, key or credit. */
import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findBackground, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { WARNINGS } from '../catalog/id-photo-warnings.js'
import { layOutSheet, printSize, SHEETS, type SheetName } from '../imaging/id-photo/sheet-layout.js'
import type { IdPhotoJob } from '../imaging/job.js'
import { type Command, optionalText, print, requiredText, textOption, UsageError, type Values } from './command.js'
import { runHere } from './run-here.js'

export const idPhotoCommand: Command = {
  name: 'id-photo',
  usage: '--spec ID PHOTO -o FILE [--bg-color C] [--sheet 4x6|6in|5in|a4]',
  summary: 'Make an ID photo of a file; --sheet also writes FILE-4x6.jpg to print',
  options: { spec: textOption, output: { type: 'string', short: 'o' }, 'bg-color': textOption, sheet: textOption },
  operand: 'photo',
  run: async (values, config) => {
    const spec = specOf(requiredText(values, 'spec'))
    const background = backgroundOf(optionalText(values, 'bg-color') ?? 'white')
    const input = optionalText(values, 'photo')
    if (input === undefined) throw new UsageError('The photo is missing: name a JPEG, PNG, WebP or BMP file')
    const files = { input, output: requiredText(values, 'output') }
    const sheet = sheetOf(values)
    await access(files.input).catch(() => {
      throw new UsageError(`${files.input} cannot be read`)
    })
    const outcome = await runHere({ kind: 'id-photo', spec, background }, files, config)
    print(`${files.output}: ${spec.name}, ${outcome.width} x ${outcome.height} px, ${outcome.bytes} bytes`)
    for (const code of outcome.warnings ?? []) process.stderr.write(`Warning ${code}: ${WARNINGS[code]}\n`)
    if (sheet) await writeSheet(files.output, spec, sheet)
  },
}

function specOf(id: string): IdPhotoSpec {
  const spec = findSpec(id)
  if (spec) return spec
  const ids = idPhotoCatalog()
    .specs.map((known) => known.id)
    .join(', ')
  throw new UsageError(`--spec '${id}' is not known. Choose one of: ${ids}`)
}

function backgroundOf(text: string): IdPhotoJob['background'] {
  const colour = findBackground(text)
  if (colour) return colour
  const names = Object.keys(idPhotoCatalog().colors).join(', ')
  throw new UsageError(`--bg-color must be one of ${names}, or a colour as #RRGGBB (got '${text}')`)
}

function sheetOf(values: Values): SheetName | undefined {
  const name = optionalText(values, 'sheet')?.toLowerCase()
  if (name === undefined) return undefined
  const known = Object.keys(SHEETS) as SheetName[]
  const sheet = known.find((candidate) => candidate === name)
  if (!sheet) throw new UsageError(`--sheet must be one of ${known.join(', ')} (got '${name}')`)
  return sheet
}

// Loaded on demand: mistakes are reported at once, without loading the image library.
async function writeSheet(photo: string, spec: IdPhotoSpec, name: SheetName) {
  const { drawSheet } = await import('../imaging/id-photo/print-sheet.js')
  const { dir, name: stem } = path.parse(photo)
  const file = path.join(dir, `${stem}-${name}.jpg`)
  await writeFile(file, await drawSheet(await readFile(photo), spec, name))
  print(`${file}: ${layOutSheet(SHEETS[name], printSize(spec)).places.length} photos to print at 300 dpi`)
}
