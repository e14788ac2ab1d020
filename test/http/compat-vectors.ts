/** An example of the compatible API: what is sent, and everything that is checked about the answer. */
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import type { Box } from '../../src/imaging/raster/picture.js'
import { type Body, type Caller, type Fields, multipart, type Settings, type TestApp, useApp } from './app.js'
import {
  boxOf,
  changesOf,
  executeJob,
  expectNear,
  expectSameBox,
  measuredBox,
  type Pixels,
  photoFile,
  pixelsOf,
  sizeOf,
  storedEntries,
  subjectOf,
} from './compat-photos.js'

export const CUTOUT = '/v1.0/cutout'
export const ALIAS = '/v1.0/removebg'

/** One app for all tests of a file, with real pixels. */
export function useCompatApp(settings?: Settings): TestApp {
  const app = useApp(settings)
  app.fetchTimeoutMs = 1500
  beforeEach(() => {
    app.engine.execute = executeJob
  })
  return app
}

export interface Expected {
  readonly type?: string
  /** As `640x512`. */
  readonly size?: string
  /** As `left,top,width,height`. */
  readonly box?: string
  readonly charged?: 0 | 1
  /** The pixel at the upper left. */
  readonly corner?: readonly number[]
  /** What can be seen of the photo's subject, in pixels of the photo, where that is not all of it. */
  readonly subject?: string
  /** False where the colours cannot be known from the photo: a mask, a photo of another kind, a tiny picture. */
  readonly colours?: false
  readonly hasType?: false
  /** False where all of the picture is visible, so that alpha does not show the box. */
  readonly measured?: false
}

/** Photo A with nothing asked for. */
export const PREVIEW_A: Expected = {
  type: 'image/png',
  size: '640x512',
  box: '64,192,128,256',
  charged: 0,
  corner: [0, 0, 0, 0],
}
export const full = { size: 'full' }

export interface Refused {
  readonly status?: number
  readonly code: string
  readonly title?: string | RegExp
}

export const invalid = (parameter: string): Refused => ({
  code: 'invalid_parameter',
  title: `Invalid parameter: ${parameter}`,
})

/** Fields beside the photo, or a whole body. */
export type Send = Fields | (() => Body | Promise<Body>)

export interface Answered {
  readonly answer: LightMyRequestResponse
  readonly caller: Caller
  /** The picture; of a ZIP its colours. */
  readonly picture: Pixels
  /** A further request of the same caller with the same photo. */
  ask(fields: Fields): Promise<LightMyRequestResponse>
}

export interface Vector {
  readonly number: number
  /** A, B, C or a size such as 500x333; sent as `image_file`. */
  readonly photo: string
  readonly sends: readonly Send[]
  readonly credits: number
  readonly headers?: Record<string, string>
  readonly expected: Expected | Refused
  readonly also?: (answered: Answered) => void | Promise<void>
}

export type More = Partial<Pick<Vector, 'credits' | 'also' | 'headers'>>

export const vector = (
  number: number,
  photo: string,
  sends: readonly Send[],
  expected: Expected | Refused,
  more: More = {},
): Vector => ({ number, photo, sends, expected, credits: 5, ...more })

const isRefused = (expected: Expected | Refused): expected is Refused => 'code' in expected

export function testVectors(app: TestApp, vectors: readonly Vector[], url = CUTOUT): void {
  for (const it of vectors) {
    for (const [i, send] of it.sends.entries()) {
      const what = typeof send === 'function' ? `request ${i + 1}` : JSON.stringify(send, shownField)
      test(`${it.number}: ${it.photo} ${what}`, async () => {
        const caller = await app.caller({ credits: it.credits })
        const answer = await caller.post(await bodyOf(it.photo, send), it.headers, url)
        expectCommonHeaders(answer)
        const expected = it.expected
        const charged = isRefused(expected) ? 0 : Number(answer.headers['x-credits-charged'])
        if (isRefused(expected)) {
          expectRefused(answer, expected)
          await it.also?.({ answer, caller, picture: undefined as never, ask: asking(caller, it.photo, url) })
        } else {
          const picture = await expectPicture(answer, it.photo, expected)
          expect(await caller.balance()).toBe(it.credits - charged)
          await it.also?.({ answer, caller, picture, ask: asking(caller, it.photo, url) })
          return
        }
        expect(await caller.balance()).toBe(it.credits)
        expect(await caller.charges()).toEqual([])
      })
    }
  }
}

const shownField = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'data' in value ? 'a file' : value

export async function bodyOf(photo: string, send: Send): Promise<Body> {
  return typeof send === 'function' ? send() : multipart({ image_file: await photoFile(photo), ...send })
}

const asking =
  (caller: Caller, photo: string, url: string) =>
  async (fields: Fields): Promise<LightMyRequestResponse> =>
    caller.post(await bodyOf(photo, fields), {}, url)

export function expectCommonHeaders({ headers }: LightMyRequestResponse): void {
  expect(headers['x-request-id']).toMatch(/^req_\w+$/)
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['access-control-expose-headers']).toContain('X-Foreground-Top')
}

export interface Problem {
  title: string
  code: string
  detail?: string
}

/** The error objects; the envelope is exactly that of section 8. */
export function problemsOf(answer: LightMyRequestResponse): Problem[] {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const { errors, ...more } = answer.json<{ errors: Problem[] }>()
  expect(more).toEqual({})
  expect(errors.length).toBeGreaterThan(0)
  for (const { title, code, detail = 'none', ...others } of errors) {
    expect(others).toEqual({})
    for (const text of [title, code, detail]) expect(text).toMatch(/\w/)
  }
  return errors
}

export function expectRefused(answer: LightMyRequestResponse, { status = 400, code, title }: Refused): void {
  const [problem] = problemsOf(answer)
  expect({ status: answer.statusCode, code: problem!.code }, problem!.title).toEqual({ status, code })
  if (title !== undefined)
    expect(problem!.title).toEqual(typeof title === 'string' ? title : expect.stringMatching(title))
  expect(answer.headers).not.toHaveProperty('x-credits-charged')
}

export function foregroundOf({ headers }: LightMyRequestResponse): Box {
  const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((name) => {
    const text = String(headers[`x-foreground-${name}`])
    expect(text).toMatch(/^\d+$/)
    return Number(text)
  }) as [number, number, number, number]
  return { left, top, width, height }
}

const CLASSES = ['person', 'product', 'animal', 'car', 'other']

export async function expectPicture(
  answer: LightMyRequestResponse,
  photo: string,
  expected: Expected,
): Promise<Pixels> {
  const { headers } = answer
  expect(answer.statusCode, answer.statusCode === 200 ? '' : answer.body).toBe(200)
  const box = foregroundOf(answer)
  const size = `${headers['x-width']}x${headers['x-height']}`
  const charged = Number(headers['x-credits-charged'])
  const text = ({ left, top, width, height }: Box): string => [left, top, width, height].join()
  expect({ size, box: text(box), charged, type: headers['content-type'] }).toEqual({
    size: expected.size ?? size,
    box: expected.box ?? text(box),
    charged: expected.charged ?? charged,
    type: expected.type ?? headers['content-type'],
  })
  if (expected.hasType === false) expect(headers).not.toHaveProperty('x-type')
  else expect(CLASSES).toContain(headers['x-type'])
  for (const name of ['limit', 'remaining', 'reset']) expect(headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)

  const picture = await openPicture(answer)
  expect(`${picture.width}x${picture.height}`, 'the real size').toBe(size)
  if (expected.corner) expectNear(picture.at(0, 0), expected.corner, picture.format === 'png' ? 0 : 5, 'corner')
  if (picture.channels === 4 && expected.measured !== false) expectSameBox(measuredBox(picture), box)
  if (expected.colours !== false) {
    const subject = expected.subject ? boxOf(expected.subject) : subjectOf(sizeOf(photo))
    const { share, max } = changesOf(picture, box, { ...sizeOf(photo), subject })
    // The free tier has the watermark, what was paid for is the photo itself.
    if (charged === 0) expect(share, 'watermark').toBeGreaterThan(0.02)
    else expect(max, 'colours against the photo').toBeLessThanOrEqual(8)
  }
  return picture
}

async function openPicture({ rawPayload, headers }: LightMyRequestResponse): Promise<Pixels> {
  if (headers['content-type'] !== 'application/zip') {
    const picture = await pixelsOf(rawPayload)
    expect(`image/${picture.format}`).toBe(headers['content-type'])
    return picture
  }
  const [colour, alpha, ...more] = storedEntries(rawPayload)
  expect([colour!.name, alpha!.name, ...more]).toEqual(['color.jpg', 'alpha.png'])
  const [picture, mask] = [await pixelsOf(colour!.bytes), await pixelsOf(alpha!.bytes)]
  expect([mask.width, mask.height, mask.channels]).toEqual([picture.width, picture.height, 1])
  return picture
}
