/** A drawn place behind the person. Does nothing where no subject was found: then nothing is behind anything. */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
import { mixInPicture } from '../pixels/blend.js'
import { defineStep } from '../step.js'
import { paintCity } from './city.js'
import { isHidden } from './hidden.js'
import { paintSunset } from './sunset.js'

const PLACES = { city: paintCity, sunset: paintSunset }

export const scenery = defineStep({ place: Type.Enum(['city', 'sunset']) }, (canvas, scene, { place }) => {
  if (!scene.hasSubject) return
  keepOwnColours(canvas, scene)
  const drawn = PLACES[place](scene)
  mixInPicture(canvas, drawn.colour, (shares) => {
    for (let i = 0; i < shares.length; i++) shares[i] = isHidden(scene.subject[i]!) ? 0 : 1 - scene.subject[i]!
  })
})
