/**
 * Makes the pictures of the start page (web/src/pictures) and of the README (docs/pictures): a bear rendered hair by hair
 * and a drawn person, and what the product itself makes of them.
 *
 *     npm run build && npx tsx scripts/pictures/make.ts
 *
 * Rendering takes minutes; report/bear.png is kept, and rendered again once it is deleted.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { personSvg } from './person.js'
import { photograph } from './photograph.js'

const STYLES = ['oil-painting', 'watercolour', 'pencil-sketch']
const [PANEL, GAP] = [440, 12]

const inProject = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const forPage = (name: string): string => inProject(`web/src/pictures/${name}.webp`)
const forDocs = (name: string): string => inProject(`docs/pictures/${name}.webp`)

async function bear(): Promise<string> {
  const file = inProject('report/bear.png')
  if (existsSync(file)) return file
  mkdirSync(path.dirname(file), { recursive: true })
  const { width, height, pixels } = await photograph(1200, 960)
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file)
  return file
}

/** Shown behind transparent pixels, as picture editors do. */
const chequered = (width: number, height: number, side: number): Sharp =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <pattern id="p" width="${2 * side}" height="${2 * side}" patternUnits="userSpaceOnUse"><path
      d="M0 0h${side}v${side}H0ZM${side} ${side}h${side}v${side}h-${side}Z" fill="#d9dcdf"/></pattern>
    <rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="100%" fill="url(#p)"/></svg>`),
  )

/** Side by side, with room between them. */
async function row(panels: readonly Sharp[], width: number, height: number, file: string): Promise<void> {
  const pictures = await Promise.all(panels.map((panel) => panel.png().toBuffer()))
  const whole = panels.length * width + (panels.length - 1) * GAP
  await sharp({ create: { width: whole, height, channels: 4, background: '#0000' } })
    .composite(pictures.map((input, i) => ({ input, left: i * (width + GAP), top: 0 })))
    .webp({ quality: 74 })
    .toFile(file)
}

const folder = mkdtempSync(path.join(tmpdir(), 'silhouette-pictures-'))
try {
  const at = (name: string): string => path.join(folder, name)
  const silhouette = (...words: string[]): Buffer =>
    execFileSync(inProject('bin/silhouette'), words, { cwd: inProject('.') })
  const photo = await bear()
  for (const place of ['web/src/pictures', 'docs/pictures']) mkdirSync(inProject(place), { recursive: true })

  copyFileSync(inProject('web/public/favicon.svg'), inProject('docs/pictures/mark.svg'))

  silhouette('remove', photo, '-o', at('cutout.png'), '--detail', 'best')
  await sharp(photo).resize(1120).webp({ quality: 72 }).toFile(forPage('bear'))
  await sharp(at('cutout.png')).resize(1120).webp({ quality: 70, alphaQuality: 70 }).toFile(forPage('cutout'))
  for (const style of STYLES) {
    silhouette('style', photo, '-o', at(`${style}.png`), '--style', style)
    const upright = { left: 330, top: 60, width: 540, height: 900 } // the bear alone
    await sharp(at(`${style}.png`))
      .extract(upright)
      .resize(280)
      .webp({ quality: 66 })
      .toFile(forPage(style))
  }

  await sharp(Buffer.from(personSvg()), { unlimited: true }).jpeg({ quality: 95 }).toFile(at('person.jpg'))
  silhouette(
    'id-photo',
    at('person.jpg'),
    '-o',
    at('id.jpg'),
    '--spec',
    'de_passport',
    '--bg-color',
    '#e6e9ea',
    '--sheet',
    '4x6',
  )
  await sharp(at('id-4x6.jpg')).resize(600).webp({ quality: 72 }).toFile(forPage('sheet'))
  await sharp(at('id-4x6.jpg')).resize(760).webp({ quality: 74 }).toFile(forDocs('sheet'))

  const square = (name: string): Sharp =>
    sharp(name).extract({ left: 120, top: 0, width: 960, height: 960 }).resize(PANEL)
  const onChecks = chequered(PANEL, PANEL, 20).composite([{ input: await square(at('cutout.png')).png().toBuffer() }])
  const onColour = sharp(await square(at('cutout.png')).png().toBuffer()).flatten({ background: '#8fc7bd' })
  await row([square(photo), onChecks, onColour], PANEL, PANEL, forDocs('cutout'))
  await row(
    STYLES.map((style) => square(at(`${style}.png`))),
    PANEL,
    PANEL,
    forDocs('styles'),
  )

  const arm = { left: 800, top: 560, width: 220, height: 165 }
  const twice = (input: Sharp): Sharp => input.extract(arm).resize(2 * arm.width, 2 * arm.height, { kernel: 'cubic' })
  const hair = sharp(
    await twice(sharp(at('cutout.png')))
      .png()
      .toBuffer(),
  )
  await row(
    [
      twice(sharp(photo)),
      chequered(440, 330, 20).composite([{ input: await hair.clone().png().toBuffer() }]),
      hair.clone().flatten({ background: '#12302d' }),
    ],
    2 * arm.width,
    2 * arm.height,
    forDocs('hair'),
  )
} finally {
  rmSync(folder, { recursive: true })
}
