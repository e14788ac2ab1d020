/** What a person should look at in a cut-out, in words. */
import { type CutoutWarning as Code, CUTOUT_WARNINGS } from '../catalog/cutout-warnings.js'
import type { CutoutOutcome } from '../imaging/job.js'
import type { CutoutWarning } from './types.js'

export function cutoutWarnings({ warnings = [], set }: CutoutOutcome): CutoutWarning[] {
  const inWords = (code: Code): CutoutWarning => ({ code, message: CUTOUT_WARNINGS[code] })
  if (!set) return warnings.map(inWords)
  return set.flatMap(({ name, warnings: codes }) => codes.map((code) => ({ ...inWords(code), picture: name })))
}
