/** A few at once, the others in their order, and not too many of them. */
import { expect, test } from 'vitest'
import { createTurnstile } from '../../src/base/turnstile.js'

/** Work that ends when it is told to. */
function job() {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

test('lets in as many as allowed, the others in order, and refuses those who would wait too long', async () => {
  const turnstile = createTurnstile({ atOnce: 2, maxWaiting: 2 })
  const jobs = Array.from({ length: 5 }, job)
  const begun: number[] = []
  const works = jobs.map(({ ended }, index) =>
    turnstile(async () => {
      begun.push(index)
      await ended
      return index
    }).catch((error: { kind: string }) => error.kind),
  )
  await new Promise(setImmediate)
  expect(begun).toEqual([0, 1])
  expect(await works[4]).toBe('busy')
  jobs[1]!.end()
  expect(await works[1]).toBe(1)
  expect(begun).toEqual([0, 1, 2])
  for (const { end } of jobs) end()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 'busy'])
})

test('goes on after work that failed', async () => {
  const turnstile = createTurnstile({ atOnce: 1, maxWaiting: 5 })
  const failing = () => Promise.reject(new Error('broken'))
  await expect(turnstile(failing)).rejects.toThrow('broken')
  const [failed, done] = await Promise.allSettled([turnstile(failing), turnstile(async () => 'done')])
  expect([failed.status, done]).toEqual(['rejected', { status: 'fulfilled', value: 'done' }])
})
