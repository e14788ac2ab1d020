/** Ink lines in one colour. Behind the subject they are thinned out: a plain wall stays plain. */
import { Type } from 'typebox'
import { changed, kernels } from '../../../kernels/room.js'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, lumaPlane } from '../../pixels/canvas.js'
import { coherentLines } from '../../pixels/coherent-lines.js'
import { dropSpecks } from '../../sitter/head-lines.js'
import { sheetOf } from '../../sitter/sheet.js'
import { amount, defineStep, hex, share } from '../../step.js'

/** Shorter lines outside features are crumbs, in heights of the face and in units. */
const SPECK = { face: 0.08, least: 12 }

export const lines = defineStep(
  {
    /** Width of the finest line. */
    sigma: amount(0.4, 6),
    /** How much edges count. */
    sharpness: amount(1, 60),
    softness: amount(1, 60),
    colour: Type.Optional(hex()),
    weight: share(),
    /** How much of the lines is left behind the subject, and on skin that has none on the sitter's sheet. */
    behind: share(),
    skin: share(),
    /** Draw the lines of the picture as it is now, instead of the photo's. */
    ofCanvas: Type.Optional(Type.Boolean()),
  },
  (canvas, scene, options) => {
    const { sigma = 1.2, colour = '#000000', weight = 1, behind = 0.15, skin = 0.45, ofCanvas = false } = options
    const { width, height } = canvas
    const { ink } = coherentLines(ofCanvas ? lumaPlane(canvas.colour) : scene.luma, width, height, {
      ...options,
      sigma: sigma * scene.unit,
    })
    const { lines: features } = sheetOf(scene)
    kernels.weighInk(changed(ink), scene.skin, features, scene.subject, ink.length, weight, skin, behind)
    dropSpecks(ink, scene.features, scene, Math.max(SPECK.face * scene.faceHeight, SPECK.least * scene.unit))
    mixInColour(canvas, hexColour(colour), (shares) => shares.set(ink))
  },
)
