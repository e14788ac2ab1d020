/** The system's checker of units. */
import { findProgram } from '../browser/find-program.js'

export const systemdAnalyze = findProgram(process.env.SYSTEMD_ANALYZE, ['systemd-analyze'])
