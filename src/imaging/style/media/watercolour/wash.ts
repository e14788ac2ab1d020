/**
 * Watercolour: transparent washes over each other, each a little darker and smaller than the one below. Water carries
 * pigment to the edge of a wash, where it dries as a dark rim; where the paper is wet, washes run into each other; heavy
 * pigment settles in the valleys of the paper; and what is light stays paper.
 */
import { changed, filled, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { keepOwnColours } from '../../finish/own-colours.js'
import { TILE, toothOf } from '../../finish/tooth.js'
import { withLevels } from '../../pixels/blend.js'
import { hexColour } from '../../pixels/canvas.js'
import { figureUnit, type Scene } from '../../scene.js'
import { defineStep } from '../../step.js'
import { featuresOf } from '../painting/features.js'
import { layWashes, type Sheet } from './lay-wash.js'
import { looseWashes } from './loose-wash.js'
import { pigmentsOf } from './pigments.js'
import { thinShadows } from './thin-shadows.js'
import { type Paint, runningEdges, smoothField } from './wet-paper.js'

/** How far water carries pigment to the edge of a wash. */
const RIM = 2.4
const MIN_BLUR = 0.3
/** How far edges stray. */
const STRAY = 6
/** How far colours run into each other. */
const BLEED = 7
/** How much pigment settles in the grain of the paper. */
const GRANULATION = 0.22
/** Distance from hill to hill of the paper. */
const TOOTH = 2.2
/** How much thinner the paint of dark clothes and hair is, and how dark rims are. */
const [THIN, EDGES] = [0.6, 0.8]
/** Two loose washes behind the subject that run into each other. */
const BEHIND = { depth: 0.55, colours: ['#8ec5de', '#ebdd9a'] }
const PAPER = '#fffdf8'

/** Absorbance from which each wash is laid, light to dark. */
const WASHES = [0.06, 0.16, 0.3, 0.5, 0.8, 1.2]
/** Black and white of the photo become so bright: light paper lifts shadows, but equally for all skin tones. */
const [LOW, HIGH] = [0.03, 1.02]
/** How many edges run rather than dry hard, and how uneven the water is. */
const [WET, POOLS] = [0.6, 0.4]

export const wash = defineStep({}, (canvas, scene) => {
  keepOwnColours(canvas, scene)
  const lifted = Uint8ClampedArray.from({ length: 256 }, (_, value) => 255 * LOW + (HIGH - LOW) * value)
  canvas.colour.set(withLevels(canvas.colour, lifted))
  thinShadows(canvas, scene, THIN)
  const paintFeatures = featuresOf(canvas, scene)
  const pigments = pigmentsOf(canvas, scene.subject, BLEED * scene.unit)
  const paint = runningEdges(scene, pigments.depth, STRAY * figureUnit(scene))
  loseEdges(paint.ran, scene)
  const sheet = prepareSheet(scene, paint)
  const layers = WASHES.map((from, k) => {
    const deep = (WASHES[k + 1] ?? from * 1.5) - from
    return { from, deep: k === 0 ? from + deep * 0.5 : deep }
  })
  const depth = layWashes(scene, sheet, layers, EDGES, Math.max(MIN_BLUR, RIM * scene.unit))
  const behind = looseWashes(scene, paint.ran, BEHIND.depth)
  const pool = smoothField(scene, 80 * scene.unit, scene.seed + 77)
  const tile = toothOf(scene, TOOTH)
  const absorbances = BEHIND.colours.flatMap((text) => hexColour(text).map(absorbance))
  const settings = Float32Array.of(...absorbances, ...hexColour(PAPER))
  const { width, height, colour } = canvas
  const planes = [filled(colour), depth, ...behind, pool, scene.skin, tile] as const
  kernels.paintWashes(...planes, TILE, width, height, ...pigments.hue, GRANULATION, POOLS, settings)
  paintFeatures(canvas)
})

const absorbance = (value: number): number => -Math.log(Math.max(1, value) / 255)

/** How far the figure runs out where its edge is wet, and how long wet and dry parts of its edge are. */
const [RUNS, WET_PARTS] = [16, 130]

/** In place: here and there the edge of the figure is lost in the wash behind it. Faces keep theirs. */
function loseEdges(ran: Float32Array, scene: Scene): void {
  if (!scene.hasSubject) return
  const { width, height, skin, features, unit, seed } = scene
  const soft = blur(ran, width, height, RUNS * figureUnit(scene))
  const wet = smoothField(scene, WET_PARTS * unit, seed + 81)
  kernels.loseEdges(changed(ran), soft, wet, skin, features, ran.length)
}

function prepareSheet(scene: Scene, { deep, ran }: Paint): Sheet {
  const { skin, features, unit, seed } = scene
  const soft = smoothField(scene, 60 * unit, seed + 76)
  const sheet = { deep, own: ran.slice(), soft, calm: new Float32Array(ran.length) }
  kernels.wetSheet(changed(sheet.own), filled(sheet.calm), changed(soft), features, skin, deep.length, WET)
  return sheet
}
