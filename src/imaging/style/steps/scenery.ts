/** A drawn place behind the person. Does nothing where no subject was found: then nothing is behind anything. */
import { Type } from 'typebox'
import { keepOwnColours } from '../own-colours.js'
import { paintCity } from '../scenery/city.js'
import { paintOrnament } from '../scenery/ornament.js'
import { paintSunset } from '../scenery/sunset.js'
import { defineStep } from '../step.js'

const PLACES = { city: paintCity, ornament: paintOrnament, sunset: paintSunset }

export const scenery = defineStep({ place: Type.Enum(['city', 'ornament', 'sunset']) }, (canvas, scene, { place }) => {
  if (!scene.hasSubject) return
  keepOwnColours(canvas, scene)
  const drawn = PLACES[place](scene)
  for (let i = 0, at = 0; i < scene.subject.length; i++, at += 3) {
    const share = scene.subject[i]!
    if (share > 0.996) continue
    for (let c = at; c < at + 3; c++) canvas.colour[c] = canvas.colour[c]! * share + drawn.colour[c]! * (1 - share)
  }
})
