import { expect, test } from 'vitest'
import { createQueuedJobs, type QueuedJobsParts } from '../../src/engine/queue/queued-jobs.js'

const JOB = {
  kind: 'cutout',
  cap: { longestSide: 640 },
  channels: 'rgba',
  format: 'png',
  watermark: false,
  classify: false,
} as const
const OUTCOME = { extension: 'png', contentType: 'image/png' }

/** One job, whose reply is as given; what became of the note of its pictures. */
async function noteAfter(reply: Promise<unknown>): Promise<unknown[]> {
  const removed: unknown[] = []
  const jobs = createQueuedJobs({
    link: { attempt: (work: () => unknown) => work() },
    fleetState: {},
    places: { nextJob: async () => ({ id: 'job-1', turn: 1 }) },
    queue: { add: async () => ({}) },
    waiters: { replyTo: () => reply },
    objects: { upload: async () => {}, download: async () => true },
    tidying: { remove: (...what: unknown[]) => void removed.push(what) },
    maxWaitMs: 60_000,
    objectLifeMs: 60_000,
  } as unknown as QueuedJobsParts)
  const info = { account: 'acc', rank: 'paid', kind: 'cutout' } as never
  const files = { input: 'photo', output: 'result' }
  await jobs.run('slot', info, JOB, files, new AbortController().signal, false).catch(() => {})
  return removed
}

const PICTURES = ['pictures:job-1', ['job-1-input', 'job-1-output']]

test('a job whose worker has answered leaves nothing behind, and no note', async () => {
  const done = Promise.resolve({ type: 'done', outcome: OUTCOME, queuedMs: 1 })
  expect(await noteAfter(done)).toEqual([[...PICTURES, false]])
})

test('a job that was given up while a worker may have it keeps its note: the result may still arrive', async () => {
  expect(await noteAfter(Promise.reject(new Error('Redis was away for too long')))).toEqual([[...PICTURES, true]])
})
