/**
 * npx tsx eval/style-prompts.ts [--photo FILE]
 *
 * What the prompts of prompt-list.ts turn into, as X-Style-Recipe tells it, and how many of them are what people expect;
 * then how many prompts that say nothing are refused. With a photo, each is painted, and where a prompt names a colour,
 * how far the picture leans towards it is measured: 1 is exactly its hue, 0 none, negative the opposite.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { currentStyle } from '../src/catalog/former-styles.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { createDeadline } from '../src/imaging/deadline.js'
import { render } from '../src/imaging/style/paint.js'
import { hexColour, lumaOf } from '../src/imaging/style/pixels/canvas.js'
import { composeRecipe } from '../src/imaging/style/prompt/compose.js'
import { recipeFor } from '../src/imaging/style/prompt/read.js'
import { understand } from '../src/imaging/style/prompt/understand.js'
import { describeScene, type SceneSource } from '../src/imaging/style/scene.js'
import { loadProductTools } from './product-tools.js'
import { CHOSEN, type ExpectedPrompt, NONSENSE, PROMPTS } from './prompt-list.js'

const COLUMNS = 7

const { values } = parseArgs({ options: { photo: { type: 'string', default: '' } } })
const folder = path.resolve('report/style-prompts')
await mkdir(folder, { recursive: true })
const tools = await loadProductTools(path.join(folder, 'mattes'))
const source = values.photo === '' ? undefined : await openSource(values.photo)

const overlays: { input: Buffer; left: number; top: number }[] = []
let hits = 0
for (const [index, expected] of PROMPTS.entries()) {
  const { prompt } = expected
  const read = await recipeFor({ prompt, style: CHOSEN }, tools.findNearest).catch(() => undefined)
  const description = read?.description ?? 'refused'
  const misses = missesOf(expected, description)
  if (misses.length === 0) hits += 1
  console.log(`${String(index + 1).padStart(2)}  ${prompt}\n    ${description}`)
  for (const miss of misses) console.log(`    MISS: ${miss}`)
  if (!source || !read) continue
  const deadline = createDeadline(600_000)
  const picture = await render(source, composeRecipe(read), read, deadline)
  const { colours, background } = understand(prompt)
  const { subject, skin } = await (await describeScene(source))(source.width, source.height)
  for (const { name, hex } of colours) {
    const weight = (i: number): number => 1 - skin[i]!
    const [before, after] = [lean(source.colour, hex, weight), lean(picture.colour, hex, weight)]
    console.log(`    ${name}: ${before.toFixed(2)} in the photo, ${after.toFixed(2)} in the picture`)
  }
  if (background?.colours) {
    const behind = (i: number): number => 1 - subject[i]!
    console.log(`    background: ${lean(picture.colour, background.colours[0]!, behind).toFixed(2)}`)
  }
  const { width, height, colour } = picture
  const cell = await sharp(colour, { raw: { width, height, channels: 3 } })
    .resize(220, 250, { fit: 'contain', background: '#777' })
    .png()
    .toBuffer()
  overlays.push({ input: cell, left: (index % COLUMNS) * 220, top: Math.floor(index / COLUMNS) * 250 })
}
console.log(`${hits} of ${PROMPTS.length} prompts as expected`)

const accepted: string[] = []
for (const prompt of NONSENSE) {
  const read = await recipeFor({ prompt, style: CHOSEN }, tools.findNearest).catch(() => undefined)
  if (read) accepted.push(`${prompt}: ${read.description}`)
}
console.log(`${NONSENSE.length - accepted.length} of ${NONSENSE.length} prompts that say nothing are refused`)
for (const line of accepted) console.log(`    MISS: ${line}`)

if (source) {
  const size = { width: COLUMNS * 220, height: Math.ceil(PROMPTS.length / COLUMNS) * 250 }
  const sheet = sharp({ create: { ...size, channels: 3, background: '#fff' } })
  await sheet.composite(overlays).png().toFile(path.join(folder, 'sheet.png'))
  console.log(`The contact sheet is in ${folder}`)
}

function missesOf({ prompt, style, colours, notAdded = [] }: ExpectedPrompt, description: string): string[] {
  const tints = understand(prompt).colours.map(({ name }) => name)
  const missing = notAdded.filter((thing) => !description.includes(`not added=`) || !description.includes(thing))
  return [
    ...(style && !style.map(currentStyle).includes(leadOf(description)) ? [`${style.join(' or ')} was expected`] : []),
    ...(colours && colours.join() !== tints.join() ? [`tinted ${tints.join(', ') || 'not at all'}`] : []),
    ...missing.map((thing) => `${thing} is not named`),
  ]
}

/** The style that leads a recipe. */
function leadOf(description: string): string {
  return /^style=([a-z0-9-]+)/.exec(description)?.[1] ?? ''
}

async function openSource(file: string): Promise<SceneSource> {
  const decoded = await decodePhoto(file, tools.limits)
  const factor = Math.min(1, Math.sqrt(520_000 / (decoded.width * decoded.height)))
  const raw = { width: decoded.width, height: decoded.height, channels: 3 } as const
  const { data, info } = await sharp(decoded.colour, { raw })
    .resize(Math.round(decoded.width * factor), Math.round(decoded.height * factor), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const photo = { width: info.width, height: info.height, colour: new Uint8Array(data), alpha: undefined }
  const { alpha } = await tools.findSubject(photo, { classify: false })
  return { ...photo, alpha, faces: await tools.findFaces(photo), seed: 1 }
}

/** The mean colour, as a direction away from grey, compared with that of the wanted one. */
function lean(colour: Uint8Array | Uint8ClampedArray, hex: string, weight: (i: number) => number): number {
  const chroma = (r: number, g: number, b: number): [number, number] => {
    const luma = lumaOf(r, g, b)
    return [(b - luma) * 0.56, (r - luma) * 0.71]
  }
  const [wu, wv] = chroma(...hexColour(hex))
  let [u, v, spread] = [0, 0, 1e-6]
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const w = weight(i)
    const [du, dv] = chroma(colour[at]!, colour[at + 1]!, colour[at + 2]!)
    u += du * w
    v += dv * w
    spread += Math.hypot(du, dv) * w
  }
  return (u * wu + v * wv) / (spread * Math.max(1e-6, Math.hypot(wu, wv)))
}
