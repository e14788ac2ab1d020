/** Values that are a day, in UTC. */
import { type Reader, reader } from './reader.js'

/** Unix milliseconds at which it begins. */
export const day: Reader<number> = reader('a day such as 2027-01-31', (text, refuse) => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : refuse()
})
