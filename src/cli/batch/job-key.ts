/**
 * The Idempotency-Key of a photo's job: the same photo with the same parameters is the same job, in whichever run, so that
 * a batch that was killed finds what it had handed over. `attempt` is raised only where the server has nothing to show for
 * an earlier one.
 */
import { createHash } from 'node:crypto'
import type { Parameters } from './server-picture.js'

export type JobKey = (attempt: number) => string

export async function jobKeyOf(operation: string, parameters: Parameters): Promise<JobKey> {
  const facts: [name: string, value: string][] = []
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    facts.push([name, value instanceof Blob ? sha256(new Uint8Array(await value.arrayBuffer())) : String(value)])
  }
  facts.sort(([a], [b]) => (a < b ? -1 : 1))
  const content = sha256(JSON.stringify([operation, facts]))
  return (attempt) => `photo-${content}-${attempt}`
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
