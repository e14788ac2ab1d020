/** A drawn place behind the person. Does nothing where no subject was found: then nothing is behind anything. */
import { Type } from 'typebox'
import { mixInPicture } from '../blend.js'
import { keepOwnColours } from '../own-colours.js'
import { paintCity } from '../scenery/city.js'
import { isHidden } from '../scenery/hidden.js'
import { paintOrnament } from '../scenery/ornament.js'
import { paintSunset } from '../scenery/sunset.js'
import { defineStep } from '../step.js'

const PLACES = { city: paintCity, ornament: paintOrnament, sunset: paintSunset }

export const scenery = defineStep({ place: Type.Enum(['city', 'ornament', 'sunset']) }, (canvas, scene, { place }) => {
  if (!scene.hasSubject) return
  keepOwnColours(canvas, scene)
  const drawn = PLACES[place](scene)
  mixInPicture(canvas, drawn.colour, (shares) => {
    for (let i = 0; i < shares.length; i++) shares[i] = isHidden(scene.subject[i]!) ? 0 : 1 - scene.subject[i]!
  })
})
