/** Ways to spoil a portrait, each with the warnings that should follow. */
import sharp, { type Sharp } from 'sharp'
import type { Warning } from '../src/catalog/id-photo-warnings.js'
import type { Face } from '../src/imaging/detect/faces/find-faces.js'
import { distanceOf, middleOf, type Point } from '../src/imaging/raster/point.js'

interface Alteration {
  readonly wanted: readonly Warning[]
  readonly alter: (photo: Sharp, face: Face) => Sharp | Promise<Sharp>
}

const eyesApart = ({ pupils }: Face): number => distanceOf(pupils.left, pupils.right)

/** Shapes in SVG over the photo. */
async function draw(photo: Sharp, shapes: string): Promise<Sharp> {
  const { width = 1, height = 1 } = await photo.metadata()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`
  return sharp(await photo.png({ compressionLevel: 1 }).toBuffer()).composite([{ input: Buffer.from(svg) }])
}
const ellipse = ({ x, y }: Point, rx: number, ry: number, style: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" ${style}/>`

async function colourAt(photo: Sharp, { x, y }: Point): Promise<string> {
  const { data, info } = await photo.clone().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.round(y) * info.width + Math.round(x)) * info.channels
  return `rgb(${data[at]},${data[at + 1]},${data[at + 2]})`
}
const CHEEKS = [50, 280] as const
const FOREHEAD = 151
const HEAD_TOP = 10

export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  blur: { wanted: ['blurred'], alter: (photo, face) => photo.blur(0.06 * eyesApart(face)) },
  'low light': { wanted: ['exposure'], alter: (photo) => photo.linear(0.09) },
  'dim light': { wanted: ['exposure'], alter: (photo) => photo.linear(0.45) },
  overexposed: { wanted: ['exposure'], alter: (photo) => photo.linear(2.6, 10) },
  glare: {
    wanted: ['exposure'],
    alter: (photo, face) => {
      const apart = eyesApart(face)
      return draw(photo, ellipse(face.mesh[FOREHEAD]!, 0.7 * apart, 0.4 * apart, 'fill="white" fill-opacity="0.97"'))
    },
  },
  shadow: {
    wanted: ['uneven_light'],
    alter: (photo, { mesh }) => {
      const nose = mesh[1]!
      return draw(photo, `<rect x="0" y="0" width="${nose.x}" height="100%" fill="black" fill-opacity="0.55"/>`)
    },
  },
  tilt: { wanted: ['head_tilted'], alter: (photo) => photo.rotate(14, { background: '#7d8790' }) },
  'eyes closed': {
    wanted: ['eyes_closed'],
    alter: async (photo, face) => {
      const skin = await colourAt(photo, face.mesh[CHEEKS[0]]!)
      const apart = eyesApart(face)
      const lids = [face.pupils.left, face.pupils.right].map((eye) => {
        const lash = `<path d="M ${eye.x - 0.2 * apart} ${eye.y + 0.03 * apart} q ${0.2 * apart} ${0.09 * apart} ${0.4 * apart} 0" stroke="#3a2a24" stroke-width="${0.03 * apart}" fill="none"/>`
        return ellipse(eye, 0.24 * apart, 0.13 * apart, `fill="${skin}"`) + lash
      })
      return draw(photo, lids.join(''))
    },
  },
  'mouth open': {
    wanted: ['mouth_open'],
    alter: (photo, face) => {
      const [upper, lower] = [face.mesh[13]!, face.mesh[14]!]
      const apart = eyesApart(face)
      const middle = middleOf(upper, lower)
      const hole = ellipse({ x: middle.x, y: middle.y + 0.1 * apart }, 0.3 * apart, 0.27 * apart, 'fill="#2a0f10"')
      const lips = ellipse({ x: middle.x, y: middle.y + 0.1 * apart }, 0.36 * apart, 0.34 * apart, 'fill="#a4504c"')
      return draw(photo, lips + hole)
    },
  },
  sunglasses: {
    wanted: ['eyes_hidden'],
    alter: (photo, face) => {
      const apart = eyesApart(face)
      const glasses = [face.pupils.left, face.pupils.right].map((eye) =>
        ellipse(eye, 0.4 * apart, 0.3 * apart, 'fill="#101014"'),
      )
      return draw(photo, glasses.join(''))
    },
  },
  hat: {
    wanted: ['hat_or_hand'],
    alter: (photo, face) => {
      const top = face.mesh[HEAD_TOP]!
      const apart = eyesApart(face)
      const [left, width] = [top.x - 1.25 * apart, 2.5 * apart]
      return draw(
        photo,
        `<rect x="${left}" y="${Math.max(2, top.y - 1.9 * apart)}" width="${width}" height="${1.9 * apart}" rx="${0.3 * apart}" fill="#31261d"/>`,
      )
    },
  },
  'black and white': { wanted: ['skin_colour'], alter: (photo) => photo.greyscale() },
}
