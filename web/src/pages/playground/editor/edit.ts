/** How a cut-out is edited in the browser, free of charge: canvas, background, shadow, file format, brush strokes. */
import type { Preset } from '../../../api/types.js'

export interface Edit {
  /** What the rest was taken from; it may have been changed since. */
  readonly preset: Preset | undefined
  /** `photo`: as large as the photo; `subject`: cropped to it; else a ratio such as `4:5`, or pixels such as `2000x2000`. */
  readonly canvas: string
  /** How much of a canvas the subject takes, in percent. */
  readonly fill: number
  readonly align: Preset['align']
  /** Around the subject it is cropped to, in percent of its sides. */
  readonly margin: number
  readonly background: 'transparent' | 'colour' | 'picture' | 'blur'
  readonly colour: string
  readonly picture: Blob | undefined
  /** How far the photo's own background is blurred: 1 to 100. */
  readonly blur: number
  /** `natural` needs the photo's ground, and therefore the server. */
  readonly shadow: 'none' | 'contact' | 'drop' | 'natural'
  /** 0 to 100. */
  readonly strength: number
  readonly softness: number
  readonly format: keyof typeof MIME_TYPES
}

export const MIME_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const

export const defaultEdit: Edit = {
  preset: undefined,
  canvas: 'photo',
  fill: 90,
  align: 'centre',
  margin: 5,
  background: 'transparent',
  colour: '#438edb',
  picture: undefined,
  blur: 40,
  shadow: 'none',
  strength: 50,
  softness: 50,
  format: 'png',
}

/** The brush works on the whole photo, where strokes have their places. */
export const inBrush = (edit: Edit): Edit => ({ ...edit, preset: undefined, canvas: 'photo', shadow: 'none' })

type Prescribed = Pick<Edit, 'preset' | 'canvas' | 'fill' | 'align' | 'background' | 'colour' | 'format'>

/** All that a preset decides; without one, what was there at first. */
export function prescribed(preset: Preset | undefined): Prescribed {
  if (!preset) {
    const { canvas, fill, align, background, colour, format } = defaultEdit
    return { preset, canvas, fill, align, background, colour, format }
  }
  const { width, height, fill, align, background, format } = preset
  const behind =
    background === 'transparent'
      ? ({ background, colour: defaultEdit.colour } as const)
      : ({ background: 'colour', colour: background.toLowerCase() } as const)
  return { preset, canvas: `${width}x${height}`, fill, align, format, ...behind }
}

/** Whether the picture gets a canvas of its own, neither the photo's nor the subject's. */
export const hasCanvas = ({ canvas }: Pick<Edit, 'canvas'>): boolean => canvas !== 'photo' && canvas !== 'subject'

export interface Point {
  readonly x: number
  readonly y: number
}

/** In shares of the picture's width and height, so that strokes fit it at any scale; the radius in shares of the width. */
export interface Stroke {
  readonly id: number
  readonly kind: 'keep' | 'erase'
  readonly radius: number
  /** The share of the radius over which the brush fades out. */
  readonly softness: number
  readonly points: readonly Point[]
}

/** JPEG has no transparency, and the picture may not have been chosen yet. */
export function backgroundOf({ background, picture, format, colour }: Edit): Edit['background'] | 'white' {
  const shown = background === 'picture' && !picture ? 'transparent' : background
  if (shown === 'transparent' && format === 'jpg') return 'white'
  return shown === 'colour' && colour.toLowerCase() === '#ffffff' ? 'white' : shown
}

/** Whether the server's own file is already what the edit asks for. */
export const isUntouched = (edit: Edit, strokes: readonly Stroke[], type: string): boolean =>
  strokes.length === 0 &&
  edit.canvas === 'photo' &&
  edit.shadow === 'none' &&
  backgroundOf(edit) === 'transparent' &&
  MIME_TYPES[edit.format] === type
