/** A drawn place behind the person. Without one nothing is behind anything: its lights shine over the picture. */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
import { mixInPicture } from '../pixels/blend.js'
import type { Canvas } from '../pixels/canvas.js'
import { defineStep } from '../step.js'
import { paintCity } from './city.js'
import { isHidden } from './hidden.js'
import { paintSunset } from './sunset.js'

const PLACES = { city: paintCity, sunset: paintSunset }

export const scenery = defineStep({ place: Type.Enum(['city', 'sunset']) }, (canvas, scene, { place }) => {
  keepOwnColours(canvas, scene)
  if (!scene.hasSubject) {
    shineOver(canvas, PLACES[place]({ ...scene, subject: new Float32Array(scene.subject.length) }))
    return
  }
  const drawn = PLACES[place](scene)
  mixInPicture(canvas, drawn.colour, (shares) => {
    for (let i = 0; i < shares.length; i++) shares[i] = isHidden(scene.subject[i]!) ? 0 : 1 - scene.subject[i]!
  })
})

/** How bright they are, most of all over what is dark. */
const SHINE = 0.8

function shineOver({ colour }: Canvas, lights: Canvas): void {
  for (let i = 0; i < colour.length; i++) colour[i] = 255 - (255 - colour[i]!) * (1 - (SHINE * lights.colour[i]!) / 255)
}
