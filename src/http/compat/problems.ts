/** Everything wrong with the parameters of one request, so that the caller can fix it in one go. */
import { AppError } from '../../base/errors.js'
import type { BadParameter } from '../../parameters/reader.js'

export interface Problem {
  readonly title: string
  readonly detail?: string
}

/** `problems` is never empty, and in the order of the contract. */
export class ParameterProblems extends AppError {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super('invalid_request', problems.map(({ title, detail }) => (detail ? `${title}. ${detail}` : title)).join(' '))
    this.name = 'ParameterProblems'
    this.problems = problems
  }
}

export const invalidParameter = ({ parameter, rule, message }: BadParameter): Problem => ({
  title: `Invalid parameter: ${parameter}`,
  detail: rule ? `Use ${rule}.` : message,
})
