/** The formats that a job wants of one photo: the networks ran once, and each format is composed once. */
import { AppError } from '../../base/errors.js'
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import type { Warning } from '../../catalog/id-photo-warnings.js'
import type { IdPhotoJob, IdPhotoOutcome } from '../job.js'

export type ByFormat<T> = (spec: IdPhotoSpec) => T

export async function composeEvery<T>(
  { spec, sheet }: IdPhotoJob,
  compose: (spec: IdPhotoSpec) => Promise<T>,
): Promise<ByFormat<T>> {
  const specs = new Map([spec, ...specsOn(sheet)].map((it) => [keyOf(it), it]))
  const ids = new Set([...specs.values()].map(({ id }) => id))
  const composed = new Map<string, T>()
  for (const [key, wanted] of specs) {
    try {
      composed.set(key, await compose(wanted))
    } catch (error) {
      throw ids.size > 1 ? concerning(wanted, error) : error
    }
  }
  return (wanted) => composed.get(keyOf(wanted))!
}

const specsOn = (sheet: IdPhotoJob['sheet']): IdPhotoSpec[] => sheet?.photos.map(({ spec }) => spec) ?? []

/** The same format may be wanted with other pixels, for paper and for an upload. */
const keyOf = ({ id, width_px, height_px }: IdPhotoSpec): string => `${id} ${width_px}x${height_px}`

/** How the message begins stays as it is: people and programs tell the reasons apart by that. */
function concerning({ id }: IdPhotoSpec, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { kind, message, reason } = error
  return new AppError(kind, `${message} (this concerns ${id})`, { ...(reason !== undefined && { reason }) })
}

/** All together, and by format where there are several. */
export function warningsOf(
  { spec, sheet }: IdPhotoJob,
  found: ByFormat<{ readonly warnings: readonly Warning[] }>,
): Pick<IdPhotoOutcome, 'warnings' | 'formats'> {
  const formats = [...new Map([spec, ...specsOn(sheet)].map((it) => [it.id, it])).values()].map((it) => ({
    format: it.id,
    warnings: found(it).warnings,
  }))
  const warnings = [...new Set(formats.flatMap((it) => it.warnings))].sort()
  return { warnings, ...(formats.length > 1 && { formats }) }
}
