/**
 * npx tsx eval/id-photos.ts [FOLDER] [--only TEXT] [--specs ID,ID] [--mattes DIR] [--independent]
 *
 * Makes ID photos from the portraits of the evaluation set, detects the face again in each result, and prints how far
 * head height, eye line and roll are from the plan. Contact sheets, also on blue and red, go to report/id-photos.
 * --mattes keeps mattes in that folder between runs, for work on the steps after them. --independent also has the
 * eyes of every result found by a network that the product does not use.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { AppError } from '../src/base/errors.js'
import { findBackground, findSpec, type IdPhotoSpec } from '../src/catalog/id-photo-formats.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { createDeadline } from '../src/imaging/deadline.js'
import { chooseFace } from '../src/imaging/id-photo/choose-face.js'
import type { Fit } from '../src/imaging/id-photo/fit.js'
import { planIdPhoto } from '../src/imaging/id-photo/plan.js'
import { enoughOfEdge, readPortrait } from '../src/imaging/id-photo/portrait.js'
import type { IdPhotoOutcome } from '../src/imaging/job.js'
import { angleOf, middleOf } from '../src/imaging/raster/point.js'
import { runJob } from '../src/imaging/run-job.js'
import { chooseSet, endWithoutPhotos, loadPortraits, PORTRAITS, type Portrait } from './evaluation-set.js'
import { type SheetCell, writeIdPhotoSheet } from './id-photo-sheet.js'
import { createTally } from './id-photo-tally.js'
import { type Landmarks, loadIndependentLandmarks } from './independent-landmarks.js'
import { type MeasuredPhoto, measureResult } from './measure-id-photo.js'
import { loadProductTools } from './product-tools.js'

const SPECS = '1inch,2inch,us_passport,cn_visa,schengen_visa,uk_passport,in_passport,ca_passport,de_passport,cn_id_card'
/** In degrees: the roll that the product may leave, plus the error of the detector. */
const PERMITTED_ROLL = 8.5
const COLOURED = { spec: '2inch', backgrounds: ['blue', 'red'] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    specs: { type: 'string', default: SPECS },
    mattes: { type: 'string', default: '' },
    independent: { type: 'boolean', default: false },
  },
})
const specs = values.specs.split(',')
const set = chooseSet(positionals)
const portraits = (await loadPortraits(set))?.filter(({ id }) => id.includes(values.only))
if (!portraits) endWithoutPhotos('npx tsx eval/id-photos.ts', set, PORTRAITS)

const folder = path.resolve('report/id-photos')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const tools = await loadProductTools(values.mattes || path.join(folder, 'mattes'))

const landmarks = values.independent && (await loadIndependentLandmarks(path.resolve('report/face-api')))

const rows: string[][] = [['portrait', 'spec', 'head %', 'eyes %', 'roll °', 'warnings or refusal']]
const tally = createTally()
for (const portrait of portraits) {
  for (const id of specs) {
    const { text, ...found } = await evaluate(portrait, findSpec(id)!)
    rows.push([portrait.id, id, ...text])
    tally.add(portrait.id, id, found)
  }
  for (const background of COLOURED.backgrounds) await evaluate(portrait, findSpec(COLOURED.spec)!, background)
  console.error(portrait.id)
}
for (const id of specs) await writeSheet(id)
for (const background of COLOURED.backgrounds) await writeSheet(`${COLOURED.spec}-${background}`)
for (const row of rows) console.log(row.map((cell, i) => cell.padEnd([24, 14, 7, 7, 7, 0][i]!)).join(' '))
for (const line of tally.lines()) console.log(line)
console.log(`Photos and contact sheets are in ${folder}`)

/** On the format's own background unless another is given. */
async function evaluate(portrait: Portrait, spec: IdPhotoSpec, background?: string) {
  const output = fileOf(portrait, background ? `${spec.id}-${background}` : spec.id)
  const colour = findBackground(background ?? spec.default_background)!
  try {
    const files = { input: portrait.file, output }
    const deadline = createDeadline(600_000)
    const outcome = await runJob({ kind: 'id-photo', spec, background: colour }, files, { ...tools, deadline })
    const fit = await plan(portrait, spec)
    const found = await measureResult(output, spec, colour, tools.findFaces)
    const { warnings = [] } = outcome
    if (landmarks) tally.confirm(isConfirmed(await landmarks(output), fit, outcome))
    if (!found) return { text: ['-', '-', '-', 'no face in the result'], warnings, met: false }
    return compare(found, fit, outcome)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refused = error.reason ?? error.kind
    return { text: ['', '', '', `${refused}: ${error.message}`], refused }
  }
}

function compare(found: MeasuredPhoto, fit: Fit, { warnings }: IdPhotoOutcome) {
  const head = (found.head - fit.h) * 100
  const eyes = (found.eyeLine - fit.e) * 100
  const text = [head.toFixed(1), eyes.toFixed(1), found.rollDegrees.toFixed(1), warnings.join(' ')]
  const met = Math.abs(head) <= 2.5 && Math.abs(eyes) <= 1.5 && Math.abs(found.rollDegrees) <= PERMITTED_ROLL
  return { text, warnings, met }
}

/** The corners of the eyes are known to about 1 % of the height. */
function isConfirmed(found: Landmarks | undefined, { e, centre }: Planned, { width, height }: IdPhotoOutcome): boolean {
  if (!found) return false
  const { x, y } = middleOf(...found.eyes)
  const roll = (angleOf(...found.eyes) * 180) / Math.PI
  const isThere = Math.abs(1 - y / height - e) <= 0.02 && Math.abs(x / width - centre) <= 0.03
  return isThere && Math.abs(roll) <= PERMITTED_ROLL + 1
}

/** `centre`: of the eyes, as a share of the width. */
type Planned = Fit & { readonly centre: number }

/** What the product planned: the same arithmetic on the same matte and face. */
async function plan({ file }: Portrait, spec: IdPhotoSpec): Promise<Planned> {
  const photo = await decodePhoto(file, tools.limits)
  const face = chooseFace(await tools.findFaces(photo), photo.height)
  const { alpha } = await tools.findSubject(photo, { classify: false, enough: enoughOfEdge(photo, face) })
  const { fit } = planIdPhoto(readPortrait(photo, alpha, face), spec)
  return { ...fit, centre: fit.eyes.x / spec.width_px }
}

function fileOf({ id }: Portrait, kind: string): string {
  return path.join(folder, `${id}-${kind}.jpg`)
}

async function writeSheet(kind: string): Promise<void> {
  const cells: SheetCell[] = []
  for (const portrait of portraits!) {
    const file = fileOf(portrait, kind)
    const exists = await sharp(file)
      .metadata()
      .then(
        () => true,
        () => false,
      )
    cells.push({ title: portrait.id, photo: portrait.file, ...(exists && { result: file }) })
  }
  await writeIdPhotoSheet(cells, path.join(folder, `sheet-${kind}.png`))
}
