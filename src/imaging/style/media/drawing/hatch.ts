/**
 * A drawing by hatching: the canvas gives the tones, and single strokes of one pencil, pen or chalk bring them onto
 * paper, layer over layer in crossing directions. On toned paper, a second chalk heightens the lights.
 */
import { Type } from 'typebox'
import { changed, floats, hold, kernels } from '../../../kernels/room.js'
import { keepOwnColours } from '../../finish/own-colours.js'
import { toothOf } from '../../finish/tooth.js'
import { mixInColour, withLevels } from '../../pixels/blend.js'
import { hexColour, lumaOf, lumaPlane, type Rgb } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'
import { coverParts, partsOf } from '../../sitter/cover-parts.js'
import { EYE_OUTLINES } from '../../sitter/face-parts.js'
import { amount, defineStep, hex, share } from '../../step.js'
import { guideTo, roomFor, tonesWith, toolOptions } from './draw-tones.js'
import { layDown } from './lay-down.js'
import { workedOut } from './open-edge.js'
import { densitiesOf } from './pencil-box.js'
import { addPatch, drawnShare, takeDrawn, wantedDensity, wantedLights } from './wanted-density.js'

/** With so much room for its strokes a face can be drawn in black alone. */
const ROOMY = 0.48

export const hatch = defineStep(
  {
    ...toolOptions,
    /** Maps the photo's brightness 0..1 to this range: light paper lifts shadows, but equally for all skin tones. */
    range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    /** Tone of a loose patch of strokes behind the subject. */
    behind: share(),
    /** How much of the sheet is left open towards its border. */
    open: share(),
    grain: share(),
    /** Distance from hill to hill of the paper. */
    tooth: amount(0.5, 8),
    /** One, or a box of pencils that are mixed on the paper. */
    pencils: Type.Optional(Type.Array(hex(), { minItems: 1, maxItems: 12 })),
    /** More of them, for hair and cloth: most photos have skin more orange than anyone would draw it. */
    clothPencils: Type.Optional(Type.Array(hex(), { maxItems: 12 })),
    paper: Type.Optional(hex()),
    /** Chalk for what is brighter than the paper. */
    heighten: Type.Optional(hex()),
  },
  (canvas, scene, options) => {
    const { range = [0.16, 1], behind = 0, open = 0, grain = 0.5, tooth = 1.6 } = options
    const { heighten } = options
    // On small faces the tooth of the paper would be specks.
    const room = roomFor(scene, options.spacing ?? 3)
    const ground = hexColour(options.paper ?? '#ffffff')
    const forSkin = options.pencils ?? ['#2b2b2e']
    const pencils = [...(options.clothPencils ?? []), ...forSkin].map(hexColour)
    const draw = tonesWith(options, scene)
    const drawn = drawnShare(scene, workedOut(scene, open))
    const paperTooth = toothOf(scene, tooth)
    keepOwnColours(canvas, scene)
    const darkest = Math.min(...pencils.map((pencil) => lumaOf(...pencil))) / 255
    const model = withRange(canvas.colour, range, darkest)
    const target = lumaPlane(model)
    mixInColour(canvas, ground, (shares) => shares.fill(1))
    const area = target.length
    const planes = { ...guideTo(scene), wanted: floats(area), density: floats(area), picture: changed(canvas.colour) }
    hold(planes, ({ picture, density, ...guide }) => {
      const layer = { ...canvas, density }
      const bring = (pen: Rgb, again: number, opaque: boolean): void => {
        if (again === 0) addPatch(guide.wanted, scene, behind)
        density.clear()
        draw(layer, guide, again)
        layDown(picture, layer, paperTooth, { colour: pen, opaque, grain: grain * Math.min(1, room / ROOMY) })
      }
      const bringAll = (wanted: Float32Array, pen: Rgb, again: number): void => {
        guide.wanted.set(takeDrawn(wanted, drawn))
        bring(pen, again, true)
      }
      const paper = lumaOf(...ground) / 255
      if (pencils.length === 1) {
        bringAll(wantedDensity(target, { paper, pen: darkest }), pencils[0]!, 0)
      } else {
        hold({ model, drawn, bare: bareSkin(scene) }, ({ model, drawn, bare }) => {
          const onSkin = densitiesOf(pencils.slice(-forSkin.length), ground, true)
          const beside = densitiesOf(pencils, ground)
          const cloth = pencils.length - forSkin.length
          for (const [k, pencil] of pencils.entries()) {
            const tables = [k < cloth ? null : onSkin[k - cloth]!, beside[k]!] as const
            kernels.mixAmounts(model, ...tables, bare, drawn, area, guide.wanted)
            bring(pencil, k, false)
          }
        })
      }
      if (heighten) bringAll(wantedLights(target, scene, paper), hexColour(heighten), 5)
    })
  },
)

/** From here on a range beyond white is held back: white cloth and petals keep their folds, however light it is. */
const LIGHT = 0.88
/** How much lighter than the pencil the darkest tone is, and up to where darks are held back as well: dark cloth and hair keep theirs. */
const [DARKEST, DARK] = [0.03, 0.28]

function withRange(colour: Uint8Array | Uint8ClampedArray, [low, high]: readonly [number, number], pen: number) {
  const [floor, dark] = [pen + DARKEST, pen + DARK]
  const held = (tone: number): number => {
    if (tone > LIGHT && high > 1) return 1 - heldBack(high - tone, high - LIGHT, 1 - LIGHT)
    return tone < dark && low < floor ? floor + heldBack(tone - low, dark - low, dark - floor) : tone
  }
  const levels = Uint8ClampedArray.from({ length: 256 }, (_, value) => 255 * held(low + ((high - low) * value) / 255))
  return withLevels(colour, levels)
}

/** From 0 to `width` instead of `wide`; at that end as steep as before. */
const heldBack = (value: number, wide: number, width: number): number => width * (value / wide) ** (wide / width)

/** Lips and noses are hardly likely to be skin by their colour, but drawn with its pencils; eyes have colours of their own. */
const SURE = 2.5
const EYES = partsOf(EYE_OUTLINES, 1.1)

function bareSkin(scene: Scene): Float32Array {
  const bare = new Float32Array(scene.skin.length)
  hold({ bare: changed(scene.skin, bare) }, (held) => {
    kernels.scaleShares(held.bare, bare.length, SURE)
    kernels.multiplyByRest(held.bare, coverParts(scene, EYES, 0.01), bare.length)
  })
  return bare
}
