/**
 * npx tsx eval/styles.ts [FOLDER] [--only ID,ID] [--portraits ID,ID] [--pixels N] [--mattes DIR]
 *
 * Paints portraits of the evaluation set in every style and measures whether the face is still found and how far its
 * landmarks have moved, whether the sitters keep their order by skin tone, and how far apart the styles are. A contact
 * sheet per category goes to report/styles. Groups and pictures without a face appear only on the sheets. Paintings are
 * cached there by recipe: only styles that have changed are painted again.
 */
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { CATEGORIES } from '../src/catalog/styles.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { createDeadline } from '../src/imaging/deadline.js'
import type { Face } from '../src/imaging/detect/faces/find-faces.js'
import { enoughOfEdge, render } from '../src/imaging/style/paint.js'
import { type Style, styles } from '../src/imaging/style/recipes.js'
import { describeScene, type SceneSource } from '../src/imaging/style/scene.js'
import { faceHeightOf } from '../src/imaging/style/sitter/face-regions.js'
import { findSittersAlpha } from '../src/imaging/style/sitters-alpha.js'
import { chooseSet, endWithoutPhotos, loadPortraits, PORTRAITS, type Portrait } from './evaluation-set.js'
import { loadProductTools } from './product-tools.js'
import { distanceBetween, landmarkShift, looksOf, orderKept, type Picture, skinLuma } from './style-measures.js'

/** Dark, medium and light skin, long hair, afro, beards, glasses, a group, and no face at all. */
const OUR_SITTERS = [
  'us-J000126',
  'us-R000588',
  'us-L000586',
  'clic-097cb426',
  'clic-2c1f8454',
  'clic-28d24b9c',
  'cid22-3586798',
  'clic-0369d229',
  'us-L000579',
  'us-D000355',
  'us-B001284',
  'us-H001075',
  'grp-2009_004587',
  'clic-aed95e00',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    portraits: { type: 'string' },
    pixels: { type: 'string', default: '520000' },
    mattes: { type: 'string', default: 'report/styles/mattes' },
  },
})
const set = chooseSet(positionals)
const found = await loadPortraits(set)
if (!found) endWithoutPhotos('npx tsx eval/styles.ts', set, PORTRAITS)
/** Our own sitters where the set has them; of any other folder, all portraits. */
const ours = OUR_SITTERS.filter((id) => found.some((portrait) => portrait.id === id))
const wanted = values.portraits?.split(',') ?? (ours.length > 0 ? ours : found.map(({ id }) => id))
const portraits = found.filter(({ id }) => wanted.includes(id))
portraits.sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))

/** A face found so far away is another one, or none. */
const ELSEWHERE = 0.1

interface Sitter {
  readonly portrait: Portrait
  /** As the style asks for it. */
  sourceFor(style: Style): Promise<SceneSource>
  readonly source: SceneSource
  readonly skin: Float32Array
  /** Undefined unless there is exactly one. */
  readonly face: Face | undefined
}

interface Measured {
  readonly style: Style
  readonly pictures: readonly Picture[]
  readonly looks: readonly Float32Array[]
}

const folder = path.resolve('report/styles')
await mkdir(path.join(folder, 'pictures'), { recursive: true })
const tools = await loadProductTools(path.resolve(values.mattes))
const sitters: Sitter[] = []
for (const portrait of portraits) sitters.push(await openSitter(portrait))

const chosen = styles().filter(({ id }) => values.only === '' || values.only.split(',').includes(id))
const rows: string[][] = [['style', 'found', 'shift %', 'max %', 'order', 'skin', 'max', 'relative', 'ms', 'not found']]
const measured: Measured[] = []
for (const style of chosen) {
  const { row, ...result } = await measure(style)
  rows.push(row)
  measured.push(result)
  console.error(row.join(' '))
}
for (const row of rows)
  console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(18) : i > 8 ? ` ${cell}` : cell.padStart(9))).join(''))
console.log(
  'found: faces found again; shift, max: mean and largest shift of a face, relative to its height; order: of sitters by',
)
console.log(
  'skin tone (1 = kept); skin, max: mean and largest change of mean skin luma; relative: to the whole picture.\n',
)
printDistances()
for (const category of CATEGORIES) await writeSheet(category)
console.log(`Contact sheets are in ${folder}`)

async function openSitter(portrait: Portrait): Promise<Sitter> {
  const decoded = await decodePhoto(portrait.file, tools.limits)
  const factor = Math.min(1, Math.sqrt(Number(values.pixels) / (decoded.width * decoded.height)))
  const { data, info } = await sharp(decoded.colour, {
    raw: { width: decoded.width, height: decoded.height, channels: 3 },
  })
    .resize(Math.round(decoded.width * factor), Math.round(decoded.height * factor), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const photo = { width: info.width, height: info.height, colour: new Uint8Array(data), alpha: undefined }
  const faces = (await tools.findFaces(photo)).toSorted((a, b) => faceHeightOf(b) - faceHeightOf(a))
  const alphaWith = (enough?: number) => findSittersAlpha(photo, faces, tools.findSubject, enough)
  // As in the product, the seed comes from the photo.
  const seed = createHash('sha256').update(portrait.id).digest().readInt32LE(0) & 0xffffff
  const source = { ...photo, alpha: await alphaWith(), faces, seed }
  const sourceFor = async (style: Style) => ({ ...source, alpha: await alphaWith(enoughOfEdge(style)) })
  const { skin } = await (await describeScene(source))(photo.width, photo.height)
  return { portrait, source, sourceFor, skin, face: faces.length === 1 ? faces[0] : undefined }
}

async function measure(style: Style): Promise<Measured & { row: string[] }> {
  const pictures: Picture[] = []
  const looks: Float32Array[] = []
  const shifts: (number | undefined)[] = []
  const lumas: { before: number; after: number; relative: number }[] = []
  const startedAt = performance.now()
  for (const sitter of sitters) pictures.push(await paintOnce(sitter, style))
  const milliseconds = (performance.now() - startedAt) / sitters.length
  for (const [i, { source, skin, face }] of sitters.entries()) {
    const picture = pictures[i]!
    looks.push(await looksOf(picture))
    if (!face) continue
    shifts.push(await landmarkShift(face, picture, tools.findFaces))
    const [before, after] = [skinLuma(source, skin), skinLuma(picture, skin)]
    const relative = after.skin - after.picture - (before.skin - before.picture)
    lumas.push({ before: before.skin, after: after.skin, relative })
  }
  const found = shifts.filter(isFound)
  const changes = lumas.map(({ before, after }) => after - before)
  const row = [
    style.id,
    `${found.length}/${shifts.length}`,
    (mean(found) * 100).toFixed(1),
    (Math.max(0, ...found) * 100).toFixed(1),
    orderKept(
      lumas.map(({ before }) => before),
      lumas.map(({ after }) => after),
    ).toFixed(2),
    mean(changes).toFixed(3),
    changes.reduce((max, change) => (Math.abs(change) > Math.abs(max) ? change : max), 0).toFixed(3),
    mean(lumas.map(({ relative }) => relative)).toFixed(3),
    milliseconds.toFixed(0),
    ...sitters.filter(({ face }) => face).flatMap(({ portrait }, i) => (isFound(shifts[i]) ? [] : [portrait.id])),
  ]
  return { style, pictures, looks, row }
}

function isFound(shift: number | undefined): shift is number {
  return shift !== undefined && shift < ELSEWHERE
}

async function paintOnce({ portrait, source, sourceFor }: Sitter, style: Style): Promise<Picture> {
  const facts = JSON.stringify([portrait.id, values.pixels, style.fill, style.steps, style.finish, style.crisp])
  const hash = createHash('sha256').update(facts).digest('hex').slice(0, 16)
  const file = path.join(folder, 'pictures', `${style.id}-${portrait.id}-${hash}.png`)
  const { width, height } = source
  const kept = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer()
    .catch(() => undefined)
  if (kept?.length === width * height * 3) return { width, height, colour: kept }
  const picture = await paint(await sourceFor(style), style)
  await sharp(picture.colour, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 2 })
    .toFile(file)
  return picture
}

async function paint(source: SceneSource, style: Style): Promise<Picture> {
  const deadline = createDeadline(600_000)
  const { width, height, colour } = await render(source, style, { strength: 1 }, deadline)
  return { width, height, colour: new Uint8Array(colour.buffer, colour.byteOffset, colour.length) }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The nearest neighbour of each style, averaged over all portraits. */
function printDistances(): void {
  const between = (a: Measured, b: Measured): number =>
    mean(a.looks.map((looks, i) => distanceBetween(looks, b.looks[i]!)))
  const nearest = measured
    .map((one) => {
      const others = measured.filter((other) => other !== one).map((other) => ({ other, d: between(one, other) }))
      return { one, ...others.toSorted((a, b) => a.d - b.d)[0] }
    })
    .toSorted((a, b) => (a.d ?? 0) - (b.d ?? 0))
  console.log('Distance of each style to its nearest neighbour:')
  for (const { one, other, d } of nearest) {
    if (other) console.log(`${d?.toFixed(1).padStart(7)}  ${one.style.id} – ${other.style.id}`)
  }
  console.log('')
}

async function writeSheet(category: Style['category']): Promise<void> {
  const cell = { width: 250, height: 280, title: 18 }
  const shown = measured.filter(({ style }) => style.category === category)
  if (shown.length === 0) return
  const fitted = ({ width, height, colour }: Picture): Promise<Buffer> =>
    sharp(colour, { raw: { width, height, channels: 3 } })
      .resize(cell.width, cell.height, { fit: 'contain', background: '#777' })
      .png()
      .toBuffer()
  const overlays = []
  const photos = sitters.map(({ source }): Picture => source)
  const [width, height] = [sitters.length * cell.width, (shown.length + 1) * (cell.height + cell.title)]
  for (const [row, { name, pictures }] of [
    { name: 'photo', pictures: photos },
    ...shown.map(({ style, pictures }) => ({ name: style.id, pictures })),
  ].entries()) {
    const top = row * (cell.height + cell.title)
    const title = `<svg width="${Math.min(400, width)}" height="${cell.title}"><text x="3" y="13" font-size="13" font-family="sans-serif">${name}</text></svg>`
    overlays.push({ input: Buffer.from(title), left: 0, top })
    for (const [i, picture] of pictures.entries()) {
      overlays.push({ input: await fitted(picture), left: i * cell.width, top: top + cell.title })
    }
  }
  await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(overlays)
    .png()
    .toFile(path.join(folder, `sheet-${category}.png`))
}
