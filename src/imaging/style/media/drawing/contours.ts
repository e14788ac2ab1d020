/**
 * Contours as single strokes: they swell and taper, break off and start again, and a searching hand draws some of them
 * twice. They are found in the logarithm of brightness, so that dark skin has the same lines as light skin.
 */
import { Type } from 'typebox'
import { changed, hold, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { toothOf } from '../../finish/tooth.js'
import { hexColour, smoothstep } from '../../pixels/canvas.js'
import { coherentLines } from '../../pixels/coherent-lines.js'
import type { Scene } from '../../scene.js'
import { sheetOf } from '../../sitter/sheet.js'
import { amount, defineStep, flag, hex, share } from '../../step.js'
import { followContours } from './contour-paths.js'
import { finePartsOf } from './fine-parts.js'
import { drawByHand, type Hand } from './hand.js'
import { layDown } from './lay-down.js'
import { workedOut } from './open-edge.js'
import { foldedOf, smilesOf } from './soft-folds.js'
import { drawOn } from './stroke.js'

/** Scale of the lines that are looked for. */
const SIGMA = 1.1
/** How clear a line must be: less gives more lines. */
const CLEAR = 0.3
/** How much of the lines is left on skin outside eyes, nose and mouth. */
const ON_SKIN = 0.1

export const contours = defineStep(
  {
    /** Of the tool at full pressure. */
    width: amount(0.4, 20),
    pressure: amount(0.1, 4),
    /** Share of lines that are drawn a second time, beside the first. */
    searching: share(),
    /** How firmly brows, lids, mouth and moustache are worked out. */
    features: amount(0, 4),
    open: share(),
    grain: share(),
    tooth: amount(0.5, 8),
    colour: Type.Optional(hex()),
    /** A pen's: black or nothing. */
    hard: flag(),
  },
  (canvas, scene, options) => {
    const { width = 1.6, pressure = 1, searching = 0.3 } = options
    const { open = 0, grain = 0.5, tooth = 1.6, colour = '#222222', features = 0, hard = false } = options
    const { unit } = scene
    const hand: Hand = { width: width * unit, pressure, searching, unit, seed: scene.seed + 60 }
    const ridges = { ...canvas, ...linesOf(scene, SIGMA * unit) }
    thinOut(ridges.ink, scene, open)
    const found = { from: CLEAR, shortest: Math.max(12, 5 * width) * unit, apart: Math.max(1, width * unit * 0.8) }
    const lines = sheetOf(scene).lines.slice()
    kernels.multiplyByRest(changed(lines), smilesOf(scene), lines.length)
    const pigment = { colour: hexColour(colour), opaque: true, grain }
    const drawn = new Float32Array(lines.length)
    hold({ density: changed(drawn) }, ({ density }) => {
      const draw = drawOn({ ...canvas, density })
      followContours(ridges, found, (path) => drawByHand(draw, path, hand))
      // The lines that a sitter is known by are firm in a drawing, too.
      kernels.layTone(density, lines, lines, lines.length, features, 0)
    })
    if (hard) harden(drawn)
    hold({ picture: changed(canvas.colour), density: drawn }, ({ picture, density }) => {
      layDown(picture, { ...canvas, density }, toothOf(scene, tooth), pigment)
    })
  },
)

/** The density from which on a pen leaves ink, where there is enough of it for black, and what is black. */
const INK = { none: 0.3, all: 0.8, black: 6 }

/** In place: ink is there or not. */
function harden(density: Float32Array): void {
  for (let i = 0; i < density.length; i++)
    if (density[i]! > 0) density[i] = INK.black * smoothstep(INK.none, INK.all, density[i]!)
}

/** The kernel takes brightness in so many steps, too small to be seen. */
const LIGHT_STEPS = 4096

/** Logarithms of brightness, a little below that of bare paper: white cloth has an outline, too. */
const PERCEIVED = Float32Array.from(
  { length: LIGHT_STEPS + 1 },
  (_, i) => Math.log(0.13 + i / LIGHT_STEPS) * 0.45 + 0.87,
)

/** Softness of the figure before its outline is found, in units: a hand does not follow each tooth of a matte. */
const OUTLINE = 1.5

/**
 * Finer on eyes and mouth than on cloth, where only folds and hems count. Behind the subject lies bright paper: its
 * outline is a line as well.
 */
function linesOf(scene: Scene, sigma: number) {
  const { luma, subject, hair, width, height, unit } = scene
  const perceived = new Float32Array(luma.length)
  const soft = changed(blur(luma, width, height, 2 * unit), perceived)
  const figure = blur(subject, width, height, OUTLINE * unit)
  kernels.perceiveLight(soft, luma, finePartsOf(scene), hair, figure, luma.length, PERCEIVED)
  return coherentLines(perceived, width, height, { sigma, sharpness: 16, softness: 7 })
}

function thinOut(ink: Float32Array, scene: Scene, open: number): void {
  const { skin, subject } = scene
  kernels.thinInk(changed(ink), skin, finePartsOf(scene), workedOut(scene, open), subject, ink.length, ON_SKIN)
  if (scene.faces.length === 0) return
  for (const light of [foldedOf(scene), smilesOf(scene)]) kernels.multiplyByRest(changed(ink), light, ink.length)
}
