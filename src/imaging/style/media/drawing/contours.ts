/**
 * Contours: lines along what stands out from what is beside it, firm here and faint there as a hand draws them. They are found
 * in the logarithm of brightness, so that dark skin has the same lines as light skin.
 */
import { Type } from 'typebox'
import { changed, hold, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { toothOf } from '../../finish/tooth.js'
import { hexColour, smoothstep } from '../../pixels/canvas.js'
import { coherentLines } from '../../pixels/coherent-lines.js'
import { valueNoisePlane } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { dropSpecks } from '../../sitter/head-lines.js'
import { sheetOf } from '../../sitter/sheet.js'
import { amount, defineStep, flag, hex, share } from '../../step.js'
import { finePartsOf } from './fine-parts.js'
import { layDown } from './lay-down.js'
import { workedOut } from './open-edge.js'
import { foldedOf, smilesOf } from './soft-folds.js'

/** How much of the lines is left on skin outside eyes, nose and mouth. */
const ON_SKIN = 0.1
/** In units: shorter lines are crumbs, and so long is a hand firm or faint. */
const [CRUMB, FIRM] = [14, 40]

export const contours = defineStep(
  {
    width: amount(0.4, 20),
    pressure: amount(0.1, 4),
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
    const { width = 1.6, pressure = 1, open = 0, grain = 0.5, tooth = 1.6 } = options
    const { colour = '#222222', features = 0, hard = false } = options
    const { unit, seed } = scene
    const ink = linesOf(scene, (width * unit) / 2)
    thinOut(ink, scene, open)
    dropSpecks(ink, scene, CRUMB * unit)
    const [lines, smiles] = [sheetOf(scene).lines, smilesOf(scene)]
    const scale = 1 / (FIRM * unit)
    const density = valueNoisePlane(scene, { across: scale, down: scale }, seed + 60)
    for (let i = 0; i < density.length; i++) {
      // The lines that a sitter is known by are firm in a drawing, too.
      const drawn = pressure * ink[i]! * (0.5 + density[i]!) + features * lines[i]! * (1 - smiles[i]!)
      density[i] = hard ? INK.black * smoothstep(INK.none, INK.all, drawn) : drawn
    }
    hold({ picture: changed(canvas.colour), density }, ({ picture, density }) => {
      layDown(picture, { ...canvas, density }, toothOf(scene, tooth), {
        colour: hexColour(colour),
        opaque: true,
        grain,
      })
    })
  },
)

/** The density from which on a pen leaves ink, where there is enough of it for black, and what is black. */
const INK = { none: 0.3, all: 0.8, black: 6 }

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
  return coherentLines(perceived, width, height, { sigma, sharpness: 16, softness: 7 }).ink
}

function thinOut(ink: Float32Array, scene: Scene, open: number): void {
  const { skin, subject } = scene
  kernels.thinInk(changed(ink), skin, finePartsOf(scene), workedOut(scene, open), subject, ink.length, ON_SKIN)
  if (scene.faces.length === 0) return
  for (const light of [foldedOf(scene), smilesOf(scene)]) kernels.multiplyByRest(changed(ink), light, ink.length)
}
