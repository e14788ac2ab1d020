/**
 * A drawn place behind the person. Without one nothing is behind anything: its lights shine over the picture; on a party that fills
 * it only their glow, or a sun would stand before the faces.
 */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
import { mixInPicture } from '../pixels/blend.js'
import { blurWithin } from '../pixels/blur-within.js'
import type { Canvas } from '../pixels/canvas.js'
import { defineStep } from '../step.js'
import { paintCity } from './city.js'
import { isHidden } from './hidden.js'
import { paintSunset } from './sunset.js'

const PLACES = { city: paintCity, sunset: paintSunset }

export const scenery = defineStep({ place: Type.Enum(['city', 'sunset']) }, (canvas, scene, { place }) => {
  keepOwnColours(canvas, scene)
  if (!scene.hasSubject) {
    const lights = PLACES[place]({ ...scene, subject: new Float32Array(scene.subject.length) })
    const isParty = scene.faces.length > 0
    shineOver(canvas, isParty ? blurWithin(lights, scene.subject, GLOW * canvas.width) : lights.colour)
    return
  }
  const drawn = PLACES[place](scene)
  mixInPicture(canvas, drawn.colour, (shares) => {
    for (let i = 0; i < shares.length; i++) shares[i] = isHidden(scene.subject[i]!) ? 0 : 1 - scene.subject[i]!
  })
})

/** How bright they are, most of all over what is dark. */
const SHINE = 0.8
/** How far it spreads, in widths of the picture. */
const GLOW = 0.1

function shineOver({ colour }: Canvas, lights: Uint8ClampedArray): void {
  for (let i = 0; i < colour.length; i++) colour[i] = 255 - (255 - colour[i]!) * (1 - (SHINE * lights[i]!) / 255)
}
