/**
 * Makes docs/images/cutout.webp, the picture of the README: a drawn cat, its cut-out and the same on a colour. The product
 * itself cuts it out: `npm run build && npx tsx scripts/readme-picture.ts`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { catSvg } from './draw-cat.js'

const [PANEL, GAP, CHECK] = [440, 12, 20]
const inProject = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** Shown behind transparent pixels, as picture editors do. */
const chequered = (): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${PANEL}" height="${PANEL}">
    <pattern id="p" width="${2 * CHECK}" height="${2 * CHECK}" patternUnits="userSpaceOnUse"><path
      d="M0 0h${CHECK}v${CHECK}H0ZM${CHECK} ${CHECK}h${CHECK}v${CHECK}h-${CHECK}Z" fill="#d9dcdf"/></pattern>
    <rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="100%" fill="url(#p)"/></svg>`)

const folder = mkdtempSync(path.join(tmpdir(), 'silhouette-picture-'))
try {
  const file = (name: string): string => path.join(folder, name)
  const remove = (...words: string[]): Buffer =>
    execFileSync(inProject('bin/silhouette'), ['remove', file('photo.jpg'), ...words], { cwd: inProject('.') })
  await sharp(Buffer.from(catSvg()), { unlimited: true }).jpeg({ quality: 95 }).toFile(file('photo.jpg'))
  remove('-o', file('cutout.png'))
  remove('-o', file('on-colour.png'), '--bg-color', '#9fc6d9')

  const small = (name: string): Promise<Buffer> => sharp(file(name)).resize(PANEL, PANEL).png().toBuffer()
  const onChecks = await sharp(chequered())
    .composite([{ input: await small('cutout.png') }])
    .png()
    .toBuffer()
  const panels = [await small('photo.jpg'), onChecks, await small('on-colour.png')]
  await sharp({ create: { width: 3 * PANEL + 2 * GAP, height: PANEL, channels: 4, background: '#0000' } })
    .composite(panels.map((input, i) => ({ input, left: i * (PANEL + GAP), top: 0 })))
    .webp({ quality: 82 })
    .toFile(inProject('docs/images/cutout.webp'))
} finally {
  rmSync(folder, { recursive: true })
}
