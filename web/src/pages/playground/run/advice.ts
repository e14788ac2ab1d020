/** What to do after an error: by how its message begins, otherwise by its code. */
import { advice } from '#texts/playground'
import type { Problem } from '../../../api/problem.js'

export function adviceFor({ code, message, said = message }: Pick<Problem, 'code' | 'message' | 'said'>): string {
  const byMessage = advice.byMessage.find(([opening]) => said.startsWith(opening))
  return byMessage?.[1] ?? advice.byCode[code] ?? ''
}
