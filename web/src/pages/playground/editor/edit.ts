/** How a cut-out is edited in the browser, free of charge: background, crop, file format, brush strokes. */

export interface Edit {
  readonly background: 'transparent' | 'colour' | 'picture' | 'blur'
  readonly colour: string
  readonly picture: Blob | undefined
  /** How far the photo's own background is blurred: 1 to 100. */
  readonly blur: number
  /** To the subject. */
  readonly crop: boolean
  /** Around the subject, in percent of its longer side. */
  readonly margin: number
  readonly format: keyof typeof MIME_TYPES
}

export const MIME_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const

export const defaultEdit: Edit = {
  background: 'transparent',
  colour: '#438edb',
  picture: undefined,
  blur: 40,
  crop: false,
  margin: 5,
  format: 'png',
}

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
  strokes.length === 0 && !edit.crop && backgroundOf(edit) === 'transparent' && MIME_TYPES[edit.format] === type
