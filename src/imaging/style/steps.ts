/** All steps that a recipe can be made of, by their name in recipes. */
import { type Static, type TObject, Type } from 'typebox'
import { brushedEdge } from './finish/brushed-edge.js'
import { detail } from './finish/detail.js'
import { expose } from './finish/expose.js'
import { flats } from './finish/flats.js'
import { glow } from './finish/glow.js'
import { grade } from './finish/grade.js'
import { grain } from './finish/grain.js'
import { hues } from './finish/hues.js'
import { keylight } from './finish/keylight.js'
import { likeness } from './finish/likeness.js'
import { palette } from './finish/palette.js'
import { paper } from './finish/paper.js'
import { rimlight } from './finish/rimlight.js'
import { smooth } from './finish/smooth.js'
import { tint } from './finish/tint.js'
import { tone } from './finish/tone.js'
import { vignette } from './finish/vignette.js'
import { contours } from './media/drawing/contours.js'
import { hatch } from './media/drawing/hatch.js'
import { lighten } from './media/drawing/lighten.js'
import { pen } from './media/drawing/pen.js'
import { dots } from './media/painting/dots.js'
import { strokes } from './media/painting/strokes.js'
import { engrave } from './media/print/engrave.js'
import { halftone } from './media/print/halftone.js'
import { inking } from './media/print/inking.js'
import { wash } from './media/watercolour/wash.js'
import type { Canvas } from './pixels/canvas.js'
import type { Scene } from './scene.js'
import { background } from './scenery/background.js'
import { ornament } from './scenery/ornament.js'
import { scenery } from './scenery/scenery.js'

export const stepKinds = {
  background,
  'brushed-edge': brushedEdge,
  contours,
  detail,
  dots,
  engrave,
  expose,
  flats,
  glow,
  grade,
  grain,
  halftone,
  hatch,
  hues,
  inking,
  keylight,
  lighten,
  likeness,
  ornament,
  palette,
  paper,
  pen,
  rimlight,
  scenery,
  smooth,
  strokes,
  tint,
  tone,
  vignette,
  wash,
} as const

type Kinds = typeof stepKinds
export type StepName = keyof Kinds

/**
 * Some steps are for pictures where somebody stands apart from the ground, others for those that are painted as a whole, or
 * only for those of them that show nobody.
 */
export const when = { for: Type.Optional(Type.Enum(['apart', 'whole', 'land'])) }
type When = Static<TObject<typeof when>>

/** A step as it stands in a recipe: `do` names it, the rest are its options. */
type StepOf<Name extends StepName> = {
  [K in Name]: { readonly do: K } & When & Static<TObject<Kinds[K]['options']>>
}[Name]
export type Step = StepOf<StepName>

type Paint<K extends StepName> = (canvas: Canvas, scene: Scene, step: StepOf<K>) => void

/** By name, so that the compiler sees that each step meets its own kind. */
const painters: { readonly [K in StepName]: { paint: Paint<K> } } = stepKinds

export function paintStep<K extends StepName>(canvas: Canvas, scene: Scene, step: StepOf<K>): void {
  if (step.for && scene.hasSubject !== (step.for === 'apart')) return
  if (step.for === 'land' && scene.faces.length > 0) return
  painters[step.do].paint(canvas, scene, step)
}
