/** A drawn place behind the person, or in the sky of a landscape. */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
import { mixInPicture } from '../pixels/blend.js'
import { defineStep } from '../step.js'
import { paintCity } from './city.js'
import { beforeSky } from './sky.js'
import { paintSunset } from './sunset.js'

const PLACES = { city: paintCity, sunset: paintSunset }

/** The land hides the horizon: a place in the sky of a landscape is so many times as high as that. */
const HIDDEN = 2

export const scenery = defineStep({ place: Type.Enum(['city', 'sunset']) }, (canvas, given, { place }) => {
  const scene = beforeSky(given)
  if (!scene.hasSubject) return
  const ground = scene.subject.map((share) => 1 - share)
  const sky = ground.reduce((sum, share) => sum + share, 0) / scene.width
  const { colour } = PLACES[place](given.hasSubject ? scene : { ...scene, height: Math.ceil(HIDDEN * sky) })
  const drawn = new Uint8ClampedArray(canvas.colour.length)
  drawn.set(colour.subarray(0, drawn.length))
  if (given.hasSubject) keepOwnColours(canvas, scene)
  mixInPicture(canvas, drawn, (shares) => shares.set(ground))
})
