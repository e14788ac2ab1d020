/** POST /v1/portrait-style and GET /v1/styles over a fake engine: checks, credits, headers, previews. */
import { writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { CATEGORIES, styleEntries } from '../../src/catalog/styles.js'
import type { PortraitStyleJob } from '../../src/imaging/job.js'
import { entriesOf } from '../support/ledger-entries.js'
import { type Caller, CDN_URL, errorOf, type Fields, json, multipart, PHOTO, useApp } from './app.js'
import { type ApiDocument, fits } from './documented.js'
import { gate, OUTCOME, PNG } from './fake-engine.js'

const app = useApp()
const URL = '/v1/portrait-style'

const style = (caller: Caller, fields: Fields = {}, headers: Record<string, string> = {}) =>
  caller.post(multipart({ image_file: PHOTO, style: 'ink-sketch', ...fields }), headers, URL)

const theJob = (): PortraitStyleJob => app.engine.seen.at(-1)!.job as PortraitStyleJob

/** An engine whose pictures come with this recipe. */
function describeAs(styleRecipe: string): void {
  app.engine.execute = async (_job, { output }) => {
    await writeFile(output, PNG)
    return {
      ...OUTCOME,
      contentType: 'image/jpeg',
      extension: 'jpg',
      styleRecipe,
    }
  }
}

describe('a picture', () => {
  test('costs two credits, and is answered with its address; a header says what it was made of', async () => {
    describeAs('style=ink-sketch; strength=100')
    const caller = await app.caller({ credits: 3 })
    const answer = await style(caller)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ url: expect.stringMatching(/\/r\/[\w-]+\.jpg$/) })
    expect(answer.headers['x-style-recipe']).toBe('style=ink-sketch; strength=100')
    expect(answer.headers['access-control-expose-headers']).toContain('X-Style-Recipe')
    expect(answer.headers['x-ratelimit-remaining']).toBe('39')
    expect(await caller.charges()).toEqual([-2])
    const [, charge] = await entriesOf(app.db, caller.accountId)
    expect(charge).toMatchObject({ operation: 'portrait-style' })
    expect(theJob()).toEqual({
      kind: 'portrait-style',
      style: 'ink-sketch',
      strength: 100,
      maxSide: 2048,
      format: 'auto',
      recipe: {
        parts: [{ style: 'ink-sketch', weight: 1 }],
        wishes: { colours: [], looks: [] },
        strength: 1,
        description: 'style=ink-sketch',
      },
    })
  })

  test('asked for again is the same, with its recipe, and not charged', async () => {
    describeAs('style=watercolour')
    const caller = await app.caller({ credits: 2 })
    const first = await style(caller, { prompt: 'blue watercolour' }, { 'idempotency-key': 'once' })
    const again = await style(caller, { prompt: 'blue watercolour' }, { 'idempotency-key': 'once' })
    expect(again.json()).toEqual(first.json())
    expect(again.headers['x-style-recipe']).toBe('style=watercolour')
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await caller.charges()).toEqual([-2])
    const other = await style(caller, { prompt: 'red watercolour' }, { 'idempotency-key': 'once' })
    expect(errorOf(other).status).toBe(400)
  })

  test('needs two credits', async () => {
    const answer = await style(await app.caller({ credits: 1 }))
    expect(errorOf(answer)).toEqual({
      status: 402,
      code: 'not_enough_credit',
      message: 'This request needs 2 credits; 1 available',
    })
    expect(app.engine.seen).toEqual([])
  })

  test('that fails costs nothing', async () => {
    app.engine.work = async () => {
      throw new AppError('invalid_image', 'The image is damaged')
    }
    const caller = await app.caller({ credits: 2 })
    expect(errorOf(await style(caller))).toMatchObject({ status: 422, code: 'invalid_image' })
    expect(await caller.balance()).toBe(2)
  })
})

describe('a prompt', () => {
  const kinds = (): string[] => app.engine.seen.map(({ job }) => job.kind)

  /** Workers paint what the recipe says; tells what was held while a job ran. */
  function paint(caller: Caller): { held: number | undefined } {
    const account: { held: number | undefined } = { held: undefined }
    app.engine.work = async () => {
      account.held = (await app.db.accounts.findById(caller.accountId))!.held
    }
    app.engine.execute = async (job, { output }) => {
      await writeFile(output, PNG)
      return { ...OUTCOME, styleRecipe: (job as PortraitStyleJob).recipe.description }
    }
    return account
  }

  test.each([
    ['zorp blimfel', ['read-prompt']],
    ['holding a cat', ['read-prompt']],
    ['turn her hair pink', ['read-prompt']],
    ['mit einem roten Ballon', ['read-prompt']],
    ['soft zorp blimfel', ['read-prompt']],
    ['???', []],
    ['remove the background', []],
  ])('“%s” says nothing, and is refused before a credit is held or anything is painted', async (prompt, asked) => {
    const caller = await app.caller({ credits: 2 })
    const account = paint(caller)
    const answer = await style(caller, { prompt })
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'validation error' })
    expect(errorOf(answer).message).toMatch(/^prompt: .*Try media, artists, colours or moods: /)
    expect(kinds()).toEqual(asked)
    expect(account.held).toBe(asked.length === 0 ? undefined : 0)
    expect(await caller.charges()).toEqual([])
  })

  test('that says nothing is told so even to those who could not pay, and in a preview', async () => {
    const caller = await app.caller({ credits: 0 })
    expect(errorOf(await style(caller, { prompt: 'zorp' })).status).toBe(400)
    expect(errorOf(await style(caller, { prompt: 'zorp', preview: '1' })).status).toBe(400)
    expect(kinds()).toEqual(['read-prompt', 'read-prompt'])
  })

  test('may be misspelt: the refusal says what is near', async () => {
    const caller = await app.caller({ credits: 2 })
    expect(errorOf(await style(caller, { prompt: 'gothci' })).message).toContain('Did you mean gothic?')
  })

  test('whose words say nothing may have a meaning, which a worker finds; then it is painted and paid for', async () => {
    const caller = await app.caller({ credits: 2 })
    paint(caller)
    app.engine.nearest = { parts: [{ style: 'gouache', weight: 1 }], similarity: 0.61, isClear: true }
    const answer = await style(caller, { prompt: 'stones of a chapel floor' })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['x-style-recipe']).toBe('style=gouache (by meaning, 0.61)')
    expect(kinds()).toEqual(['read-prompt', 'portrait-style'])
    expect(app.engine.seen[0]?.input, 'it is not sent the photo').toEqual(Buffer.alloc(0))
    expect(await caller.charges()).toEqual([-2])
  })

  test('or a former style is painted with the nearest one, which is named', async () => {
    const caller = await app.caller({ credits: 2 })
    paint(caller)
    const answer = await style(caller, { style: 'anime' })
    expect(answer.headers['x-style-recipe']).toBe('style=comic-book (in place of anime)')
  })

  test('in another language is painted at once', async () => {
    const caller = await app.caller({ credits: 2 })
    paint(caller)
    const answer = await style(caller, { prompt: '蓝色背景的水彩画' })
    expect(answer.headers['x-style-recipe']).toBe('style=watercolour; background=blue')
    expect(kinds()).toEqual(['portrait-style'])
  })

  test('that the word list understands is painted at once, and what is not added is named', async () => {
    const caller = await app.caller({ credits: 2 })
    const account = paint(caller)
    const answer = await style(caller, { prompt: 'comic with a red balloon' })
    expect(answer.headers['x-style-recipe']).toBe('style=comic-book; not added=balloon')
    expect(kinds()).toEqual(['portrait-style'])
    expect(account.held).toBe(2)
  })
})

describe('a preview', () => {
  test.each(['1', 'true', 'TRUE'])(
    '%s is free, also without a credit, and says what it was made of',
    async (preview) => {
      describeAs('style=ink-sketch; strength=100')
      const caller = await app.caller({ credits: 0 })
      const answer = await style(caller, { preview })
      expect(answer.statusCode).toBe(201)
      expect(answer.headers['x-style-recipe']).toBe('style=ink-sketch; strength=100')
      expect(answer.headers['x-ratelimit-remaining']).toBe('39')
      expect(theJob()).toMatchObject({ preview: true, maxSide: 2048 })
      expect(await caller.charges()).toEqual([])
    },
  )

  test.each(['0', 'false', ''])('%s is none', async (preview) => {
    const caller = await app.caller({ credits: 2 })
    expect((await style(caller, { preview })).statusCode).toBe(201)
    expect(theJob()).not.toHaveProperty('preview')
    expect(await caller.charges()).toEqual([-2])
  })
})

describe('parameters', () => {
  test('all of them reach the job', async () => {
    const fields = { style: 'WaterColour', prompt: ' warm oil ', strength: '0', format: 'PNG' }
    expect((await style(await app.caller({ credits: 2 }), fields)).statusCode).toBe(201)
    expect(theJob()).toMatchObject({ style: 'watercolour', prompt: 'warm oil', strength: 0, format: 'png' })
  })

  test('an empty prompt is none; one of 500 characters is accepted', async () => {
    const caller = await app.caller({ credits: 4 })
    expect((await style(caller, { prompt: '  ' })).statusCode).toBe(201)
    expect(theJob()).not.toHaveProperty('prompt')
    expect((await style(caller, { prompt: `oil ${'x'.repeat(496)}` })).statusCode).toBe(201)
  })

  test.each<[string, Fields, string]>([
    ['an unknown style', { image_file: PHOTO, style: 'dali' }, 'style must be the id of a style, such as'],
    ['no style', { image_file: PHOTO }, 'style is missing; it must be the id of a style'],
    ['no style, but a prompt', { image_file: PHOTO, prompt: 'oil' }, 'style is missing'],
    ['an unknown style with a prompt', { image_file: PHOTO, style: 'x', prompt: 'oil' }, 'style must be'],
    [
      'a prompt of ligatures',
      { image_file: PHOTO, style: 'comic-book', prompt: '\ufdfa'.repeat(28) },
      'prompt must be a',
    ],
    [
      'a long prompt',
      { image_file: PHOTO, style: 'comic-book', prompt: 'x'.repeat(501) },
      'prompt must be a text of 1',
    ],
    [
      'a strength above 100',
      { image_file: PHOTO, style: 'comic-book', strength: '101' },
      'strength must be a whole number',
    ],
    ['a negative strength', { image_file: PHOTO, style: 'comic-book', strength: '-1' }, 'strength must be'],
    ['a strength in words', { image_file: PHOTO, style: 'comic-book', strength: 'half' }, 'strength must be'],
    [
      'an unknown format',
      { image_file: PHOTO, style: 'comic-book', format: 'webp' },
      'format must be one of auto, png, jpg',
    ],
    [
      'half a preview',
      { image_file: PHOTO, style: 'comic-book', preview: 'yes' },
      'preview must be one of 0, 1, false',
    ],
    ['no picture', { style: 'comic-book' }, 'image_file is missing'],
    ['an address only', { style: 'comic-book', image_url: 'https://example.com/a.jpg' }, 'image_file is missing'],
  ])('%s is 400', async (_name, fields, message) => {
    const caller = await app.caller({ credits: 2 })
    const answer = await caller.post(multipart(fields), {}, URL)
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'validation error' })
    expect(errorOf(answer).message).toContain(message)
    expect(await caller.charges()).toEqual([])
  })

  test.each<[Fields, string]>([
    [{ preveiw: '1' }, 'preveiw is not a parameter of this route, but preview is'],
    [{ Preview: '1' }, 'Preview is not a parameter of this route, but preview is'],
    [{ retouch: 'yes' }, 'retouch is not a parameter of this route; it takes image_file, style, prompt, strength'],
  ])('%j is refused by name, and costs nothing', async (fields, message) => {
    const caller = await app.caller({ credits: 2 })
    expect(errorOf(await style(caller, fields))).toMatchObject({
      status: 400,
      code: 'validation error',
      message: expect.stringContaining(message),
    })
    expect(await caller.balance()).toBe(2)
    expect(app.engine.seen).toEqual([])
  })

  test('a preview that is asked for in the address is refused, too', async () => {
    const answer = await (await app.caller({ credits: 2 })).post(
      multipart({ style: 'comic-book' }),
      {},
      `${URL}?preview=1`,
    )
    expect(errorOf(answer)).toMatchObject({
      status: 400,
      message: expect.stringContaining('preview is in the address'),
    })
  })

  test('an address beside the file is ignored; so is an unknown field that is empty', async () => {
    const caller = await app.caller({ credits: 2 })
    const answer = await style(caller, { image_url: 'https://example.com/a.jpg', retouch: '' })
    expect(answer.statusCode).toBe(201)
  })

  test('JSON cannot carry the file', async () => {
    const answer = await (await app.caller()).post(json({ style: 'comic-book' }), {}, URL)
    expect(errorOf(answer).message).toContain('image_file')
  })

  test('key before everything', async () => {
    expect(errorOf(await app.inject({ method: 'POST', url: URL, ...multipart({}) })).status).toBe(401)
    expect(errorOf(await app.inject({ method: 'GET', url: URL })).status).toBe(405)
  })
})

interface Listed {
  id: string
  name: string
  description: string
  category: string
  tags: string[]
  preview_url: string
}

describe('GET /v1/styles', () => {
  let listed: Listed[]

  beforeAll(async () => {
    const answer = await app.get('/v1/styles', { 'x-api-key': (await app.caller()).key })
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
    listed = answer.json<{ styles: Listed[] }>().styles
  })

  test('lists every style with its fields and nothing else', () => {
    expect(listed.map(({ id }) => id)).toEqual(styleEntries().map(({ id }) => id))
    expect(new Set(listed.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
    for (const entry of listed) {
      expect(Object.keys(entry)).toEqual(['id', 'name', 'description', 'category', 'tags', 'preview_url'])
      expect(entry.preview_url).toMatch(new RegExp(`^${CDN_URL}/styles/${entry.id}-[0-9a-f]{12}\\.jpg$`))
    }
  })

  test('needs a key', async () => {
    expect(errorOf(await app.get('/v1/styles')).status).toBe(401)
  })

  const pathOf = ({ preview_url }: Listed): string => preview_url.slice(CDN_URL.length)

  test('a preview is made once, without a key, of the sample photo, and kept', async () => {
    for (const _ of [1, 2]) {
      const answer = await app.get(pathOf(listed[0]!))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('image/jpeg')
      expect(answer.headers['cache-control']).toContain('immutable')
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.rawPayload).toEqual(PNG)
    }
    expect(app.engine.seen).toHaveLength(1)
    expect(theJob()).toMatchObject({ kind: 'portrait-style', style: listed[0]!.id, maxSide: 480, strength: 100 })
  })

  test('two requests at once get the same picture; others wait their turn', async () => {
    const { work, open, reached } = gate()
    app.engine.work = work
    const answers = [1, 1, 2].map((index) => app.get(pathOf(listed[index]!)))
    await reached
    expect(app.engine.taken).toBe(1)
    open()
    for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200)
    expect(app.engine.seen).toHaveLength(2)
  })

  test('a preview that fails is tried again at the next request; overload is 503', async () => {
    app.engine.full = true
    expect((await app.get(pathOf(listed[3]!))).statusCode).toBe(503)
    app.engine.full = false
    expect((await app.get(pathOf(listed[3]!))).statusCode).toBe(200)
  })

  test('there are no others', async () => {
    for (const name of ['comic-book.jpg', 'comic-book-000000000000.jpg', '..%2fsilhouette.db', '%00']) {
      expect((await app.get(`/styles/${name}`)).statusCode, name).toBe(404)
    }
    expect(app.engine.seen).toEqual([])
  })
})

describe('the documentation', () => {
  test('marks both routes as preview', async () => {
    const document = (await app.get('/v1/openapi.json')).json<ApiDocument>()
    const [post, get] = [document.paths[URL]!.post!, document.paths['/v1/styles']!.get!]
    for (const { summary, description } of [post, get]) {
      expect(summary).toContain('(preview, may change)')
      expect(description).toContain('Preview: may change.')
    }
    expect(Object.keys(post.requestBody!.content)).toEqual(['multipart/form-data'])
    const { schema } = post.requestBody!.content['multipart/form-data']!
    expect(fits(document, schema, { image_file: 'x', style: 'watercolour' })).toBe(true)
    for (const half of [{ image_file: 'x' }, { style: 'watercolour' }]) expect(fits(document, schema, half)).toBe(false)
  })
})
