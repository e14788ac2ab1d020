/** What can be asked of the picture of a subject: its canvas, background, shadow and file. */
import type { Colour } from '../catalog/colour.js'
import { findPreset, type Preset, presets } from '../catalog/presets.js'
import type { Background, Canvas } from '../imaging/job.js'
import { webColour } from './colours.js'
import { margins, position, scale } from './lengths.js'
import { numberWithin } from './numbers.js'
import { BadParameter, type Reader, reader } from './reader.js'
import { choice, flag, oneOf } from './words.js'

export const CANVAS_SIDES = { min: 16, max: 4096 } as const

export const canvasSize: Reader<Canvas['size']> = reader(
  `a size such as 2000x2000, with sides of ${CANVAS_SIDES.min} to ${CANVAS_SIDES.max} px, or a ratio such as 1:1 or 4:5`,
  (text, refuse) => {
    const [, first, sign, second] = /^(\d{1,5})([x:])(\d{1,5})$/i.exec(text.replaceAll(' ', '')) ?? []
    const [width, height] = [Number(first), Number(second)]
    if (sign === undefined || width === 0 || height === 0) return refuse()
    if (sign === ':') return width > 10 * height || height > 10 * width ? refuse() : { ratio: width / height }
    const { min, max } = CANVAS_SIDES
    return Math.min(width, height) < min || Math.max(width, height) > max ? refuse() : { width, height }
  },
  { type: 'string', pattern: '^ *[0-9]{1,5} *[xX:] *[0-9]{1,5} *$' },
)

const fill: Reader<number> = reader('10% to 100%', (text, refuse) => {
  const percent = Number(/^(\d{1,3}(?:\.\d+)?) ?%?$/.exec(text)?.[1])
  return percent >= 10 && percent <= 100 ? percent : refuse()
})

export const CENTRE = { xPercent: 50, yPercent: 50 }
export const alignment = choice<Canvas['align']>({
  centre: CENTRE,
  center: CENTRE,
  bottom: 'bottom',
  optical: 'optical',
})

const gradient: Reader<Extract<Background, { kind: 'gradient' }>> = reader(
  'two colours from top to bottom, such as "#ffffff #d8dce2", or with radial after them, from the middle outwards',
  (text, refuse) => {
    const [from, to, shape = 'down', ...more] = text
      .trim()
      .toLowerCase()
      .split(/[\s,]+/)
    if (to === undefined || more.length > 0 || (shape !== 'down' && shape !== 'radial')) return refuse()
    const [first, second] = [from, to].map((name) => opaque(name, refuse))
    return { kind: 'gradient', from: first!, to: second!, shape }
  },
)

function opaque(text: string | undefined, refuse: () => never): Colour {
  try {
    const { r, g, b, alpha } = webColour.read(text, 'colour') ?? refuse()
    return alpha === 255 ? { r, g, b } : refuse()
  } catch (error) {
    if (error instanceof BadParameter) return refuse()
    throw error
  }
}

const MOST_PRESETS = 10

/** A function, because the catalogue is read on demand. */
const presetList = (): Reader<readonly Preset[]> => {
  const ids = presets().map(({ id }) => id)
  return reader(
    `a preset, or up to ${MOST_PRESETS} with commas between them: ${ids.join(', ')}`,
    (text, refuse) => {
      const found = text
        .split(',')
        .map((name) => findPreset(name.trim()) ?? refuse(`There is no preset ${name.trim()}`))
      return found.length > MOST_PRESETS || new Set(found).size < found.length ? refuse() : found
    },
    { anyOf: [{ type: 'string', enum: ids }, { type: 'string' }] },
  )
}

const percent = numberWithin({ min: 0, max: 100, whole: false })

export const OUTPUTS = ['cutout', 'mask', 'foreground'] as const
export const SHADOWS = ['none', 'contact', 'drop', 'natural'] as const

export const renderingReaders = () => ({
  preset: presetList(),
  canvas: canvasSize,
  fill,
  fill_by: oneOf(['side', 'weight']),
  align: alignment,
  margin: margins,
  crop: flag,
  scale,
  position,
  bg_gradient: gradient,
  bg_blur: percent,
  shadow: oneOf(SHADOWS),
  shadow_strength: percent,
  shadow_softness: percent,
  output: oneOf(OUTPUTS),
  quality: numberWithin({ min: 1, max: 100, whole: true }),
})

export type RenderingReaders = ReturnType<typeof renderingReaders>
