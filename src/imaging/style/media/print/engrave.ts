/**
 * Engraving: lines that swell in dark areas and run around the form, as a burin does; in the darkest areas they cross.
 * Behind the sitter lies a guilloche, the fine rosette of banknotes.
 */
import { MESH } from '../../../detect/faces/mesh.js'
import { changed, kernels } from '../../../kernels/room.js'
import { clamp01 } from '../../../raster/clamp.js'
import { lengthOf } from '../../../raster/point.js'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, lumaPlane } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'
import { defineStep } from '../../step.js'
import { formOf, SOFT_FOR_ROWS } from '../drawing/form.js'
import { across } from './screen.js'
import { crampedBy, spacingOf } from './spacing.js'

/** Distance from line to line, their angle in degrees, and how far the form bends them. */
const [PITCH, ANGLE, BEND] = [4, 14, 0.15]
/** Darkness from which a second set of lines crosses. */
const CROSS = 0.5
const CONTRAST = 1.35
const [INK, PAPER] = [hexColour('#1d3a30'), hexColour('#f3f1e4')]

export const engrave = defineStep({}, (canvas, scene) => {
  const { width, height } = canvas
  const dark = lumaPlane(canvas.colour).map((light) => clamp01((0.5 - light) * CONTRAST + 0.5))
  const crossed = dark.map((share) => (share > CROSS ? ((share - CROSS) / (1 - CROSS)) * CROSSED : 0))
  const single = dark.map((share, i) => (share - crossed[i]!) / (1 - crossed[i]!))
  const form = formOf(scene, canvas, SOFT_FOR_ROWS)
  const spacing = spacingOf(scene, PITCH, NEAREST, PER_FACE)
  const lines = new Float32Array(dark.length)
  for (const { turn, shares } of [
    { turn: ANGLE, shares: single },
    { turn: ANGLE + CROSSING, shares: crossed },
  ])
    kernels.ruleLines(changed(lines), shares, form, width, height, ...across(turn, spacing), BEND, SEEN / spacing)
  const cramped = crampedBy(spacing, scene)
  const stippled = STIPPLED.features + (1 - STIPPLED.features) * cramped
  const rosette = rosetteOf(scene)
  mixInColour(canvas, PAPER, (shares) => shares.fill(1))
  mixInColour(canvas, INK, (shares) => {
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const inside = scene.subject[i]!
        const even = Math.max(scene.features[i]! * stippled, cramped * STIPPLED.skin)
        const ink = lines[i]! + (dark[i]! - lines[i]!) * even
        shares[i] = inside === 1 ? ink : ink * inside + rosette(x, y) * (1 - inside)
      }
    }
  })
})

/** Lines from forehead to chin, how many pixels they are apart at least, and how many a line's edge takes. */
const [PER_FACE, NEAREST, SEEN] = [80, 2.6, 1.3]
/** So much of the tone of eyes, nose and mouth is stippled, finer than any line; where a face is small, all of it, and skin, too. */
const STIPPLED = { features: 0.55, skin: 0.4 }
/** Angle between the sets of lines, and how much of the darkest places the second covers. */
const [CROSSING, CROSSED] = [68, 0.5]

/** Rings that swing in and out, so many times around, and the same against them; in units from ring to ring. */
const ROSETTE = { petals: 12, swing: 0.06, pitch: 13, thin: 0.11, faint: 0.38 }

function rosetteOf({ width, height, unit, faces }: Scene): (x: number, y: number) => number {
  const { petals, swing, pitch, thin, faint } = ROSETTE
  const middle = faces[0]?.mesh[MESH.noseTip] ?? { x: width / 2, y: height / 2 }
  const soft = 0.9 / (pitch * unit)
  return (x, y) => {
    const dx = x - middle.x
    const dy = y - middle.y
    const wave = swing * Math.sin(Math.atan2(dy, dx) * petals)
    const away = lengthOf(dx, dy * 0.85) / (pitch * unit)
    const out = distanceToRing(away * (1 + wave))
    const back = distanceToRing(away * (1 - wave))
    return faint * Math.max(line(out, thin, soft), line(back, thin, soft))
  }
}

/** 0 on a ring, 1 half way to the next one. */
const distanceToRing = (away: number): number => Math.abs(away - Math.round(away)) * 2

/** Ink of a line that covers this share of the spacing, with an edge about a pixel wide. */
function line(distance: number, share: number, soft: number): number {
  return clamp01((share - distance) / (2 * soft) + 0.5) * clamp01(share * 12)
}
