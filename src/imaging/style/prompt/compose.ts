/** A recipe as ordered → the steps that paint it: a preset, possibly mixed with a second one, and the wishes on top. */
import type { Look } from '../../../catalog/prompt-words.js'
import type { StyleRecipe, StyleWishes } from '../../job.js'
import { clamp } from '../../raster/clamp.js'
import { findStyle, type Recipe, type Style } from '../recipes.js'
import type { Step } from '../steps.js'

interface Part {
  readonly style: Style
  readonly weight: number
}

export function composeRecipe({ parts: [first, second], wishes }: Pick<StyleRecipe, 'parts' | 'wishes'>): Recipe {
  const base = partOf(first)
  const blended = second ? blend(base, partOf(second)) : base.style
  const { line, texture, background } = wishes
  const kept = blended.steps.filter((step) => !(line === 0 && isLine(step)) && !(background && isBackground(step)))
  const brush = kept.findIndex(isBrush)
  const drawn = brush < 0 ? kept.length : brush
  const steps = [
    ...kept.slice(0, drawn),
    // Light and background are painted with the same brush.
    ...lookSteps(wishes.looks.map(({ look }) => look)),
    ...backgroundSteps(wishes),
    ...kept.slice(drawn),
    ...colourSteps(wishes),
    ...lineSteps(line),
  ]
  const finish =
    texture === undefined ? blended.finish : [...blended.finish.filter(isNotTexture), ...textureSteps(texture)]
  const { fill, crisp } = base.style
  return { fill, crisp, steps, finish }
}

const isLine = ({ do: name }: Step): boolean => ['inking', 'contours'].includes(name)

function partOf({ style: id, weight }: StyleRecipe['parts'][0]): Part {
  const style = findStyle(id)
  if (!style) throw new Error(`The recipe names a style that does not exist: ${id}`)
  return { style, weight }
}

/**
 * A mix of two presets. Of two painted with brushes the second gives its background;
 * any other preset contributes its lines or the texture that it is painted on.
 */
function blend(base: Part, second: Part): Pick<Recipe, 'steps' | 'finish'> {
  if (base.style.steps.some(isBrush) && second.style.steps.some(isBrush)) {
    const own = base.style.steps.filter((step) => !isBackground(step))
    return { steps: [...second.style.steps.filter(isBackground), ...own], finish: base.style.finish }
  }
  const lines = second.style.steps.flatMap((step): Step[] => {
    if (step.do === 'inking') return [{ ...step, weight: (step.weight ?? 1) * second.weight }]
    return step.do === 'contours' ? [{ ...step, pressure: (step.pressure ?? 1) * second.weight }] : []
  })
  const textures = second.style.finish.filter(isTexture)
  return {
    steps: [...base.style.steps, ...lines],
    finish: textures.length > 0 ? [...base.style.finish.filter(isNotTexture), ...textures] : base.style.finish,
  }
}

const isBackground = (step: Step): boolean => step.do === 'background'
const isBrush = (step: Step): boolean => step.do === 'strokes' || step.do === 'dots'
const isTexture = (step: Step): boolean => step.do === 'paper' || step.do === 'grain'
const isNotTexture = (step: Step): boolean => !isTexture(step)

/** Several words add up, within reason. */
function lookSteps(looks: readonly Look[]): Step[] {
  if (looks.length === 0) return []
  const all = { exposure: 0, warmth: 0, fade: 0, contrast: 1, saturation: 1 }
  for (const { exposure = 0, warmth = 0, fade = 0, contrast = 1, saturation = 1 } of looks) {
    all.exposure = clamp(all.exposure + exposure, -0.8, 0.6)
    all.warmth = clamp(all.warmth + warmth, -0.9, 0.9)
    all.fade = clamp(all.fade + fade, 0, 0.8)
    all.contrast = clamp(all.contrast * contrast, 0.6, 1.9)
    all.saturation = clamp(all.saturation * saturation, 0, 2.4)
  }
  return [{ do: 'grade', ...all }]
}

/** One colour tints the whole picture; several are spread from its dark to its light areas. */
function colourSteps({ colours }: StyleWishes): Step[] {
  const inks = [...new Set(colours.map(({ hex }) => hex))].slice(0, 4)
  return inks.length === 0 ? [] : [{ do: 'tint', colours: inks, amount: 0.72, skin: 0.45 }]
}

function backgroundSteps({ background }: StyleWishes): Step[] {
  if (!background) return []
  const { kind, colours } = background
  return [{ do: 'background', kind, ...(colours && { colours: [...colours] }) }]
}

function lineSteps(weight: number | undefined): Step[] {
  if (!weight) return []
  const width = 0.9 + weight * 0.9
  return [{ do: 'inking', width, colour: '#15121a', weight }]
}

function textureSteps(texture: NonNullable<StyleWishes['texture']>): Step[] {
  if (texture === 'none') return []
  if (texture === 'grain') return [{ do: 'grain', amount: 0.45, size: 1.4 }]
  return [{ do: 'paper', kind: texture, amount: 0.6 }]
}
