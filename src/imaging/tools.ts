/** The tools that operations work with. */
import type { Deadline } from './deadline.js'
import type { FindFaces } from './detect/faces/find-faces.js'
import type { FilesOf, ImageLimits, Job, OutcomeOf, Phase } from './job.js'
import type { FindSubject } from './matte/find-subject.js'

export interface Tools {
  readonly findSubject: FindSubject
  readonly findFaces: FindFaces
  readonly limits: ImageLimits
  readonly deadline: Deadline
}

/** Runs one phase of a job, records how long it took and checks the deadline. */
export type Timed = <T>(phase: Phase, work: () => Promise<T>) => Promise<T>

/** An outcome, but for what is the same for every kind of job. */
export type Made<J extends Job> = J extends Job ? Omit<OutcomeOf<J>, 'kind' | 'timingsMs'> : never

/** One kind of job, from file to file. */
export type Operation<J extends Job, Needed> = (
  job: J,
  files: FilesOf<J>,
  tools: Needed,
  timed: Timed,
) => Promise<Made<J>>
