/** The tools that operations work with. */
import type { Deadline } from './deadline.js'
import type { FindFaces } from './detect/faces/find-faces.js'
import type { ImageLimits, JobFiles, Outcome, Phase } from './job.js'
import type { FindSubject } from './matte/find-subject.js'

export interface Tools {
  readonly findSubject: FindSubject
  readonly findFaces: FindFaces
  readonly limits: ImageLimits
  readonly deadline: Deadline
}

/** Runs one phase of a job, records how long it took and checks the deadline. */
export type Timed = <T>(phase: Phase, work: () => Promise<T>) => Promise<T>

/** One kind of job, from file to file. */
export type Operation<Job, Needed> = (
  job: Job,
  files: JobFiles,
  tools: Needed,
  timed: Timed,
) => Promise<Omit<Outcome, 'timingsMs'>>
