/** What the parameters of rembg's server mean; names, ranges and defaults are theirs. */
import type { BackgroundColour } from '../../../parameters/colours.js'
import { countFrom, numberWithin } from '../../../parameters/numbers.js'
import { BadParameter, type Reader, reader } from '../../../parameters/reader.js'
import { choice } from '../../../parameters/words.js'
import { field, type ValuesOf } from '../../fields.js'
import { withoutEffect } from '../without-effect.js'
import { modelOf } from './models.js'

/** As FastAPI reads them. */
const truth = choice({
  ...{ 0: false, false: false, no: false, off: false, n: false, f: false },
  ...{ 1: true, true: true, yes: true, on: true, y: true, t: true },
})

/** `255,128,0,255` */
const colour: Reader<BackgroundColour> = reader('four numbers from 0 to 255, as R,G,B,A', (text, refuse) => {
  const numbers = text.split(',').map((part) => (/^ *\d{1,3} *$/.test(part) ? Number(part) : Number.NaN))
  const [r, g, b, alpha, ...more] = numbers
  if (alpha === undefined || more.length > 0 || !numbers.every((number) => number <= 255)) return refuse()
  return { r: r!, g: g!, b: b!, alpha }
})

const byte = numberWithin({ min: 0, max: 255, whole: true })

/** How rembg tunes its own matting, where `a` asks for it. */
const TUNING = { af: 240, ab: 10, ae: 10 } as const

/** `networks`: those that the operator has added. */
export const rembgFields = (networks: readonly string[]) => ({
  model: field(modelOf(networks), 'Who looks for the subject.', 'u2net'),
  a: field(truth, 'Refine the edges, which is always done here.', 'false'),
  af: field(byte, 'For `a`.', String(TUNING.af)),
  ab: field(byte, 'For `a`.', String(TUNING.ab)),
  ae: field(countFrom(0), 'For `a`.', String(TUNING.ae)),
  om: field(truth, 'The mask alone.', 'false'),
  ppm: field(truth, 'Smooth the mask, which is always done here.', 'false'),
  bgc: field(colour, 'Behind the subject.'),
  extras: field(withoutEffect(['{}', 'null'], 'models take no further parameters'), 'Not served.'),
})

export function refuseTuning(values: ValuesOf<ReturnType<typeof rembgFields>>): void {
  const tuned = (Object.keys(TUNING) as (keyof typeof TUNING)[]).find((name) => values[name] !== TUNING[name])
  if (!values.a || tuned === undefined) return
  throw new BadParameter(
    `${tuned} tunes a matting that is not used here, where edges are always refined: leave it out`,
    tuned,
  )
}
