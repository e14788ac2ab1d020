/** All steps that a recipe can be made of, by their name in recipes. */
import type { Static, TObject } from 'typebox'
import type { Canvas } from './canvas.js'
import type { Scene } from './scene.js'
import type { StepTools } from './step.js'
import { background } from './steps/background.js'
import { bricks } from './steps/bricks.js'
import { calm } from './steps/calm.js'
import { clay } from './steps/clay.js'
import { contours } from './steps/contours.js'
import { craquelure } from './steps/craquelure.js'
import { detail } from './steps/detail.js'
import { dots } from './steps/dots.js'
import { engrave } from './steps/engrave.js'
import { exposure } from './steps/exposure.js'
import { eyes } from './steps/eyes.js'
import { facets } from './steps/facets.js'
import { features } from './steps/features.js'
import { flesh } from './steps/flesh.js'
import { glass } from './steps/glass.js'
import { glasses } from './steps/glasses.js'
import { glow } from './steps/glow.js'
import { grade } from './steps/grade.js'
import { grain } from './steps/grain.js'
import { halftone } from './steps/halftone.js'
import { hatch } from './steps/hatch.js'
import { keyblock } from './steps/keyblock.js'
import { light } from './steps/light.js'
import { lines } from './steps/lines.js'
import { neural } from './steps/neural.js'
import { ornament } from './steps/ornament.js'
import { palette } from './steps/palette.js'
import { paper } from './steps/paper.js'
import { papercut } from './steps/papercut.js'
import { pixels } from './steps/pixels.js'
import { planes } from './steps/planes.js'
import { plate } from './steps/plate.js'
import { poster } from './steps/poster.js'
import { rimlight } from './steps/rimlight.js'
import { scenery } from './steps/scenery.js'
import { shade } from './steps/shade.js'
import { smooth } from './steps/smooth.js'
import { strands } from './steps/strands.js'
import { strokes } from './steps/strokes.js'
import { tesserae } from './steps/tesserae.js'
import { tint } from './steps/tint.js'
import { tone } from './steps/tone.js'
import { tubes } from './steps/tubes.js'
import { vignette } from './steps/vignette.js'
import { wash } from './steps/wash.js'

export const stepKinds = {
  background,
  bricks,
  calm,
  clay,
  contours,
  craquelure,
  detail,
  dots,
  engrave,
  exposure,
  eyes,
  facets,
  features,
  flesh,
  glass,
  glasses,
  glow,
  grade,
  grain,
  halftone,
  hatch,
  keyblock,
  light,
  lines,
  neural,
  ornament,
  palette,
  paper,
  papercut,
  pixels,
  planes,
  plate,
  poster,
  rimlight,
  scenery,
  shade,
  smooth,
  strands,
  strokes,
  tesserae,
  tint,
  tone,
  tubes,
  vignette,
  wash,
} as const

type Kinds = typeof stepKinds
export type StepName = keyof Kinds

/** A step as it stands in a recipe: `do` names it, the rest are its options. */
type StepOf<Name extends StepName> = {
  [K in Name]: { readonly do: K } & Static<TObject<Kinds[K]['options']>>
}[Name]
export type Step = StepOf<StepName>

type Paint<K extends StepName> = (
  canvas: Canvas,
  scene: Scene,
  step: StepOf<K>,
  tools: StepTools,
) => void | Promise<void>

/** By name, so that the compiler sees that each step meets its own kind. */
const painters: { readonly [K in StepName]: { paint: Paint<K> } } = stepKinds

export async function paintStep<K extends StepName>(
  canvas: Canvas,
  scene: Scene,
  step: StepOf<K>,
  tools: StepTools,
): Promise<void> {
  await painters[step.do].paint(canvas, scene, step, tools)
}
