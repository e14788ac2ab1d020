/** Servers and workers of different versions understand one another's jobs, or have different formats. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JOB_FORMAT } from '../../src/engine/queue/messages.js'
import { projectFile } from '../support/project.js'

/** What goes through the queue, in words of the source. */
const FILES = ['src/engine/queue/messages.ts', 'src/imaging/job.ts', 'src/engine/described-error.ts']

/** Of each format, as it was last looked at. */
const KNOWN: Readonly<Record<number, string>> = { 1: 'a95cabbca576b24d', 2: 'd164c0b87ea971ec' }

test('what is in a job has not changed unnoticed', () => {
  const code = FILES.map((file) =>
    readFileSync(projectFile(file), 'utf8').replaceAll(/\/\*.*?\*\/|\/\/[^\n]*|\s+/gs, ''),
  )
  const hash = createHash('sha256').update(code.join('\n')).digest('hex').slice(0, 16)
  const advice = `Would workers of the last version misunderstand the jobs of this one, or servers the replies? Then raise
JOB_FORMAT. In any case note ${hash} as the state of format ${JOB_FORMAT} here.`
  expect(KNOWN[JOB_FORMAT], advice).toBe(hash)
})
