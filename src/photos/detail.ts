/** The option that says who looks for the subject → its part of the job, by what this installation has. */
import type { Config } from '../config/config.js'
import type { Detail } from '../imaging/job.js'
import { networkNames } from '../networks/record.js'
import { detailOf } from '../parameters/detail.js'

/** `name`: the caller's spelling. */
export function detailIn(given: unknown, name: string, home: Pick<Config, 'networkHome'>): { detail?: Detail } {
  return given === undefined ? {} : { detail: detailOf(networkNames(home)).read(given, name) }
}
