/** Progress of the model store → calls of the caller's function. */
import type { ProgressReporter } from '../models/progress.js'
import type { Progress } from './types.js'

export const reporterFor = (tell: (progress: Progress) => void): ProgressReporter => ({
  note: (what) => tell({ step: 'preparing', what }),
  start: (what, totalBytes) => {
    let bytes = 0
    const told = (): void => tell({ step: 'fetching', what, bytes, totalBytes })
    told()
    return {
      add: (more) => {
        bytes += more
        told()
      },
      end: () => {},
    }
  },
})
