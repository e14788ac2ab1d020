/** What goes together in a picture of a subject: presets, and what is given besides or instead. */
import { parseHexColour } from '../catalog/colour.js'
import type { Preset } from '../catalog/presets.js'
import type {
  Background,
  Canvas,
  NamedRendering,
  OutputFormat,
  PictureRules,
  Rendering,
  Shadow,
  SizeCap,
} from '../imaging/job.js'
import type { BackgroundColour } from './colours.js'
import { NO_MARGINS } from './lengths.js'
import { BadParameter, type Reader } from './reader.js'
import { alignment, CENTRE, canvasSize, type RenderingReaders } from './rendering-readers.js'

export type RenderingField = keyof RenderingReaders
type ValueOf<R> = R extends Reader<infer T> ? T : never

/** As read; each entry point has its own spelling of the names. */
export type RenderingGiven = {
  readonly [Field in RenderingField]?: ValueOf<RenderingReaders[Field]> | undefined
} & {
  readonly bg_color?: BackgroundColour | undefined
  /** Whether there is a picture for the background. */
  readonly bg_image?: boolean | undefined
  readonly format?: OutputFormat | undefined
}

type NameOf = (field: keyof RenderingGiven) => string

/** What is the same for all pictures: how large they may be, and their format where nothing else says it. */
export interface RenderingTerms {
  readonly cap: SizeCap
  readonly format: OutputFormat
}

/** One picture, or a set of them, for several presets. */
export function renderingFrom(
  given: RenderingGiven,
  terms: RenderingTerms,
  nameOf: NameOf,
): Rendering & { set?: readonly NamedRendering[] } {
  refuseContradictions(given, nameOf)
  const { preset: [first, ...others] = [] } = given
  if (others.length === 0 || !first) return rendering(given, first, terms, nameOf)
  const set = [first, ...others].map((preset) => ({ ...rendering(given, preset, terms, nameOf), name: preset.id }))
  return { ...rendering(given, first, terms, nameOf), set }
}

/** What is given goes before what the preset says. */
function rendering(
  given: RenderingGiven,
  preset: Preset | undefined,
  terms: RenderingTerms,
  nameOf: NameOf,
): Rendering {
  const output = given.output ?? 'cutout'
  const background = output === 'cutout' ? backgroundOf(given, preset) : undefined
  const placed = given.canvas ?? preset?.canvas
  const shadow = shadowOf(given)
  const maxBytes = preset?.max_kb && preset.max_kb * 1000
  return {
    cap: terms.cap,
    channels: ({ cutout: 'rgba', mask: 'alpha', foreground: 'colour' } as const)[output],
    format: given.format ?? preset?.format ?? terms.format,
    ...(placed !== undefined ? { canvas: canvasOf(given, preset, nameOf) } : placeOf(given)),
    ...(background && { background }),
    ...(shadow && { shadow }),
    ...(preset?.round && { round: true }),
    ...(given.quality !== undefined && { quality: given.quality }),
    ...(maxBytes && { maxBytes }),
    ...(preset && { rules: rulesOf(preset) }),
  }
}

function placeOf({
  crop,
  margin,
  scale: scalePercent,
  position: place,
}: RenderingGiven): Pick<Rendering, 'crop' | 'scalePercent' | 'position'> {
  return {
    ...(crop && { crop: margin ?? NO_MARGINS }),
    ...(scalePercent !== undefined && { scalePercent }),
    ...(place && { position: place }),
  }
}

function canvasOf(given: RenderingGiven, preset: Preset | undefined, nameOf: NameOf): Canvas {
  const size = given.canvas ?? canvasSize.read(preset?.canvas, 'canvas')
  const share = given.fill ?? preset?.fill
  const room = given.margin
  if ('ratio' in size && room && Object.values(room).some(({ unit, value }) => unit === 'px' && value > 0)) {
    throw new BadParameter(
      `${nameOf('margin')} must be in % where ${nameOf('canvas')} is a ratio, whose pixels are not known`,
      nameOf('margin'),
    )
  }
  return {
    size,
    align: given.align ?? (preset ? alignment.read(preset.align, 'align') : CENTRE),
    ...(share !== undefined && { fill: { percent: share, by: given.fill_by ?? 'side' } }),
    ...(room && { margins: room }),
  }
}

function backgroundOf(given: RenderingGiven, preset: Preset | undefined): Background | undefined {
  const { bg_color, bg_gradient, bg_image, bg_blur = 0 } = given
  if (bg_image) return { kind: 'image', ...(bg_blur > 0 && { blurPercent: bg_blur }) }
  if (bg_gradient) return bg_gradient
  if (bg_blur > 0) return { kind: 'photo', blurPercent: bg_blur }
  const colour = bg_color ?? parseHexColour(preset?.background ?? '')
  return colour && { kind: 'colour', ...colour }
}

function shadowOf({ shadow, shadow_strength, shadow_softness, output }: RenderingGiven): Shadow | undefined {
  if (shadow === undefined || shadow === 'none' || (output ?? 'cutout') !== 'cutout') return undefined
  return { kind: shadow, strength: shadow_strength ?? 50, softness: shadow_softness ?? 50 }
}

function rulesOf({ fill_range, background, background_required, min_side, max_side, group }: Preset): PictureRules {
  const colour = background_required ? parseHexColour(background) : undefined
  return {
    ...(fill_range && { fill: fill_range }),
    ...(colour && { background: { r: colour.r, g: colour.g, b: colour.b } }),
    ...(min_side !== null && { minSide: min_side }),
    ...(max_side !== null && { maxSide: max_side }),
    ...(group === 'profile' && { bust: true }),
  }
}

function refuseContradictions(given: RenderingGiven, nameOf: NameOf): void {
  const isGiven = (field: keyof RenderingGiven): boolean => given[field] !== undefined && given[field] !== false
  const refuse = (field: keyof RenderingGiven, advice: string): never => {
    throw new BadParameter(`${nameOf(field)} ${advice}`, nameOf(field))
  }
  const onCanvas = isGiven('canvas') || isGiven('preset')
  const canvasNames = `${nameOf('canvas')} or ${nameOf('preset')}`
  for (const field of ['fill', 'align'] as const) if (isGiven(field) && !onCanvas) refuse(field, `needs ${canvasNames}`)
  if (isGiven('fill_by') && !isGiven('fill') && !isGiven('preset')) refuse('fill_by', `needs ${nameOf('fill')}`)
  if (isGiven('margin') && !onCanvas && !given.crop) refuse('margin', `needs ${nameOf('crop')}, ${canvasNames}`)
  for (const field of ['crop', 'scale', 'position'] as const) {
    if (onCanvas && isGiven(field)) refuse(field, `has no meaning on a canvas: leave it out, or ${canvasNames}`)
  }
  for (const field of ['shadow_strength', 'shadow_softness'] as const) {
    if (isGiven(field) && !isGiven('shadow')) refuse(field, `needs ${nameOf('shadow')}`)
  }
  const behind = (['bg_color', 'bg_gradient', 'bg_image'] as const).filter(isGiven)
  if (behind.length > 1) refuse(behind[1]!, `and ${nameOf(behind[0]!)} are two backgrounds: give one of them`)
  if ((given.bg_blur ?? 0) > 0 && behind[0] && behind[0] !== 'bg_image') {
    refuse('bg_blur', `blurs a picture, and ${nameOf(behind[0])} is none: leave out one of them`)
  }
  if ((given.output ?? 'cutout') === 'cutout') return
  const extra = [
    ...behind,
    ...(given.bg_blur ? (['bg_blur'] as const) : []),
    ...(given.shadow ? (['shadow'] as const) : []),
  ][0]
  if (extra) refuse(extra, `has no meaning for a ${given.output}: leave it out, or ${nameOf('output')}`)
}
