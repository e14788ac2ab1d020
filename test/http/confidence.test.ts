/** How sure a cut-out is, as both APIs say it; what is unknown is left out. */
import { writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { multipart, PHOTO, useApp } from './app.js'
import { type Made, OUTCOME, PNG } from './fake-engine.js'

const app = useApp()
const PIECES = [
  { box: { left: 10, top: 20, width: 300, height: 400 }, share: 0.31, confidence: 0.98 },
  { box: { left: 400, top: 20, width: 30, height: 40 }, share: 0.004, confidence: 0.62 },
]

function engineSays(facts: Partial<Made>): void {
  app.engine.execute = async (_job, { output }) => {
    await writeFile(output, PNG)
    return { ...OUTCOME, ...facts }
  }
}

const cutout = async (headers: Record<string, string> = {}) =>
  (await app.caller({ credits: 2 })).post(multipart({ image_file: PHOTO }), headers, '/v1.0/cutout')
const JSON_ONLY = { accept: 'application/json' }

describe('known', () => {
  test('/v1/remove: in a header, and again in a repetition', async () => {
    engineSays({ confidence: 0.93, pieces: PIECES })
    const caller = await app.caller()
    const first = await caller.remove({}, { 'idempotency-key': 'sure' })
    expect(first.headers['x-confidence']).toBe('0.93')
    expect(Object.keys(first.json<object>())).toEqual(['url'])
    const again = await caller.remove({}, { 'idempotency-key': 'sure' })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['x-confidence']).toBe('0.93')
  })

  test.each([0, 0.93, 1])('/v1.0/cutout: %d in a header, whatever the answer is', async (confidence) => {
    engineSays({ confidence, pieces: PIECES })
    expect((await cutout()).headers['x-confidence']).toBe(String(confidence))
    const answer = await cutout(JSON_ONLY)
    expect(answer.headers['x-confidence']).toBe(String(confidence))
  })
})

describe('unknown', () => {
  test('/v1/remove: no header', async () => {
    expect((await (await app.caller()).remove()).headers).not.toHaveProperty('x-confidence')
  })

  test('/v1.0/cutout: no header', async () => {
    const answer = await cutout(JSON_ONLY)
    expect(answer.headers).not.toHaveProperty('x-confidence')
  })
})
