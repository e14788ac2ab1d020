/** Jobs of a server, for those who use it: `jobs`, and what can be done with one. */
import type { JobItem, JobSummary } from '../../client/index.js'
import { ANY_SERVER_OPTIONS } from '../batch/server-access.js'
import {
  answer,
  type Command,
  jsonOption,
  optionalWholeNumber,
  PROGRAM,
  print,
  printTable,
  textOption,
} from '../command.js'
import { printable } from '../printable.js'
import { createCommand } from './create.js'
import { ID_OPERAND, idIn, withServer } from './server.js'
import { waitCommand } from './wait.js'
import { countsInWords, failuresByReason, linesOf } from './words.js'

const GROUP = 'Photos'
const USUAL_LIMIT = 20

export const jobsCommands: readonly Command[] = [
  createCommand,
  waitCommand,
  {
    name: 'jobs show',
    group: GROUP,
    summary: 'Show how far a job is, when it is expected to end, and why images have failed',
    options: { ...ANY_SERVER_OPTIONS, ...jsonOption },
    operand: ID_OPERAND,
    examples: ['jobs show job_0mwm7yc9s000e70f10fef2ed', 'jobs show job_0mwm7yc9s000e70f10fef2ed --json'],
    run: withServer(async (client, values) => {
      const job = await client.jobs.get(idIn(values))
      const failed: JobItem[] = []
      if (job.counts.failed > 0) {
        for await (const item of client.jobs.items(job.id)) if (item.state === 'failed') failed.push(item)
      }
      const failures = failuresByReason(failed)
      const { items: _items, next: _next, ...facts } = job
      answer(values, { ...facts, failures }, () => {
        for (const line of linesOf(job, failures)) print(printable(line))
      })
    }),
  },
  {
    name: 'jobs cancel',
    group: GROUP,
    summary: 'Cancel what has not begun of a job',
    about: 'Images that are being processed are finished and charged.',
    options: { ...ANY_SERVER_OPTIONS, ...jsonOption },
    operand: ID_OPERAND,
    examples: ['jobs cancel job_0mwm7yc9s000e70f10fef2ed', 'jobs cancel job_0mwm7yc9s000e70f10fef2ed --json'],
    run: withServer(async (client, values) => {
      const { items: _items, next: _next, ...job } = await client.jobs.cancel(idIn(values))
      answer(values, job, () => print(`${job.id}: ${countsInWords(job)}`))
    }),
  },
  // After the others: its name is the beginning of theirs.
  {
    name: 'jobs',
    group: GROUP,
    summary: 'List your jobs on a server, the newest first',
    about: `${PROGRAM} jobs create, show, wait and cancel are about one of them.`,
    options: {
      limit: textOption('N', `How many; ${USUAL_LIMIT} unless given`),
      ...ANY_SERVER_OPTIONS,
      ...jsonOption,
    },
    examples: ['jobs', 'jobs --server https://photos.example.com --limit 100'],
    run: withServer(async (client, values) => {
      const limit = optionalWholeNumber(values, 'limit', 1) ?? USUAL_LIMIT
      const jobs: JobSummary[] = []
      for await (const job of client.jobs.list({ limit: Math.min(limit, 100) })) {
        if (jobs.push(job) === limit) break
      }
      answer(values, jobs, () =>
        jobs.length === 0
          ? print(`There are no jobs. To hand over photos: ${PROGRAM} jobs create OPERATION URL…`)
          : printTable([
              ['ID', 'OPERATION', 'STATE', 'CREATED', 'IMAGES'],
              ...jobs.map((job) => [job.id, job.operation, job.state, job.created_at, countsInWords(job)]),
            ]),
      )
    }),
  },
]
