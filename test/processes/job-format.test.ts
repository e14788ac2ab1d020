/**
 * Servers and workers of different versions understand one another's jobs, or have different formats. What goes through
 * the queue is recorded in test/fixtures, one file per format. Where it differs: would workers of the last version
 * misunderstand the jobs of this one, or servers the replies? Then raise JOB_FORMAT. In any case record it with `-u`.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JOB_FORMAT } from '../../src/engine/queue/messages.js'
import { projectFile } from '../support/project.js'
import { shapesOfTypes } from '../support/type-shape.js'

test('what is in a job and in a reply has not changed unnoticed', async () => {
  const messages = projectFile('src/engine/queue/messages.ts')
  const [job, reply] = shapesOfTypes(messages, ['QueuedJob', 'QueueReply'])
  await expect(`Job: ${job}\n\nReply: ${reply}\n`).toMatchFileSnapshot(
    projectFile(`test/fixtures/job-format-${JOB_FORMAT}.txt`),
  )
})

test('the documentation names the format', () => {
  expect(readFileSync(projectFile('docs/fleet.md'), 'utf8')).toContain(`kept by format (${JOB_FORMAT} in this version)`)
})
