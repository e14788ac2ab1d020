/** A drawn place behind the person, or in the sky of a landscape. */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
import { mixInPicture } from '../pixels/blend.js'
import type { Canvas } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { defineStep } from '../step.js'
import { paintCity } from './city.js'
import { isHidden } from './hidden.js'
import { beforeSky } from './sky.js'
import { paintSunset } from './sunset.js'

const PLACES = { city: paintCity, sunset: paintSunset }

export const scenery = defineStep({ place: Type.Enum(['city', 'sunset']) }, (canvas, given, { place }) => {
  const scene = beforeSky(given)
  if (!scene.hasSubject) return
  if (given.hasSubject) keepOwnColours(canvas, scene)
  const drawn = given.hasSubject ? PLACES[place](scene).colour : inSky(scene, PLACES[place])
  mixInPicture(canvas, drawn, (shares) => {
    for (let i = 0; i < shares.length; i++) shares[i] = isHidden(scene.subject[i]!) ? 0 : 1 - scene.subject[i]!
  })
})

/** So much of the sky is above its end: little of it reaches further down. */
const MOST = 0.9
/** Of the height of a place: the land hides its horizon. */
const ABOVE = 0.5

/** What is seen of it above the land. */
function inSky(scene: Scene, paint: (scene: Scene) => Canvas): Uint8ClampedArray {
  const colour = new Uint8ClampedArray(3 * scene.width * scene.height)
  const drawn = paint({ ...scene, height: Math.ceil(endOf(scene) / ABOVE) }).colour
  colour.set(drawn.subarray(0, colour.length))
  return colour
}

function endOf({ width, height, subject }: Scene): number {
  const shown = Array.from({ length: height }, (_, y) =>
    subject.subarray(y * width, (y + 1) * width).reduce((sum, share) => sum + 1 - share, 0),
  )
  let [left, end] = [MOST * shown.reduce((sum, row) => sum + row, 0), 0]
  while (left > 0 && end < height) left -= shown[end++]!
  return end
}
