/** `remove`, `id-photo` and `style` with `--server`: the same files and reports, made by a server for credits. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { writeZip } from '../../src/imaging/codec/zip.js'
import { type Caller, eventually, TestApp, useApp } from '../http/app.js'
import { OUTCOME, PNG } from '../http/fake-engine.js'
import { type CliEnd, runCli } from '../support/cli.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const served = new TestApp()
served.cdnUrl = () => served.http.listeningOrigin
const app = useApp({}, served)
const folder = temporaryFolder()
const at = (...names: string[]): string => path.join(folder, ...names)

beforeEach(() => {
  for (const name of ['in', 'out']) rmSync(at(name), { recursive: true, force: true })
  mkdirSync(at('in/deep'), { recursive: true })
  for (const name of ['in/a.jpg', 'in/b.jpg', 'in/deep/c.jpg']) writeFileSync(at(name), `photo ${name}`)
})

/** By a caller's key in the environment. */
async function cli({ key }: Pick<Caller, 'key'>, ...args: string[]): Promise<CliEnd> {
  const server = (await app.listen()).origin
  const end = await runCli({ SILHOUETTE_URL: server, SILHOUETTE_KEY: key, DATA_DIR: at('data') }, ...args)
  expect(end.stdout + end.stderr, 'the key is not shown').not.toContain(key)
  return end
}

const recordsIn = ({ stdout }: CliEnd): Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('remove', () => {
  test('a folder, mirrored, with what the server says of each', async () => {
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, PNG)
      return { ...OUTCOME, confidence: 0.93 }
    }
    const caller = await app.caller({ credits: 3 })
    const args = ['remove', at('in'), '-o', at('out'), '--json', '--crop', '--margin', '5%', '--bg-color', 'white']
    const end = await cli(caller, ...args)
    expect(end).toMatchObject({ code: 0 })
    expect(readdirSync(at('out'), { recursive: true }).toSorted()).toEqual(['a.png', 'b.png', 'deep', 'deep/c.png'])
    expect(readFileSync(at('out/deep/c.png'))).toEqual(PNG)
    expect(recordsIn(end)).toHaveLength(3)
    expect(recordsIn(end)[0]).toMatchObject({
      status: 'done',
      width: 2,
      height: 2,
      bytes: PNG.length,
      confidence: 0.93,
      ms: expect.any(Number),
    })
    expect(recordsIn(end)[0]?.foreground).toEqual(OUTCOME.foreground)
    expect(app.engine.seen[0]?.job).toMatchObject({
      kind: 'cutout',
      cap: { pixels: 50_000_000 },
      watermark: false,
      format: 'png',
      crop: { top: { value: 5, unit: '%' } },
      background: { kind: 'colour', r: 255 },
    })
    expect(app.engine.seen.map(({ input }) => input.toString()).toSorted()).toEqual([
      'photo in/a.jpg',
      'photo in/b.jpg',
      'photo in/deep/c.jpg',
    ])
    expect(await caller.charges()).toEqual([-1, -1, -1])
  })

  test('what only /v1/remove knows goes there, and nothing is dropped', async () => {
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, PNG)
      return { ...OUTCOME, confidence: 0.93, warnings: ['enlarged'] }
    }
    const caller = await app.caller({ credits: 1 })
    const args = ['remove', at('in/a.jpg'), '-o', at('out/a.jpg'), '--canvas', '300x200', '--fill', '80%', '--shadow']
    const more = ['contact', '--bg-color', 'navy', '--quality', '70', '--roi', '0% 0% 50% 100%', '--detail', 'fast']
    const end = await cli(caller, ...args, ...more)
    expect(end).toMatchObject({ code: 0, stderr: expect.stringContaining('Warning enlarged: The subject was') })
    expect(app.engine.seen[0]?.job).toMatchObject({
      cap: { longestSide: 4096 },
      canvas: { size: { width: 300, height: 200 }, fill: { percent: 80 } },
      shadow: { kind: 'contact' },
      background: { kind: 'colour', r: 0, g: 0, b: 128 },
      quality: 70,
      roi: expect.any(Array),
      detail: 'fast',
      format: 'jpg',
      watermark: false,
    })
    expect(await caller.charges()).toEqual([-1])
  })

  test('several presets cost one credit, and come as a file each', async () => {
    app.engine.execute = async (_job, { output }) => {
      const bytes = await writeZip({ 'amazon_main.jpg': PNG, 'ebay.jpg': PNG }, output)
      const facts = { width: 2, height: 2, bytes: PNG.length, foreground: OUTCOME.foreground }
      const [first, second] = [['enlarged'], ['enlarged', 'low_confidence']] as const
      return {
        ...OUTCOME,
        ...({ contentType: 'application/zip', extension: 'zip', bytes } as const),
        warnings: second,
        set: [
          { name: 'amazon_main.jpg', ...facts, warnings: first },
          { name: 'ebay.jpg', ...facts, warnings: second },
        ],
      }
    }
    const caller = await app.caller({ credits: 1 })
    const end = await cli(caller, 'remove', at('in/a.jpg'), '-o', at('out'), '--for', 'amazon,ebay', '--json')
    expect(end).toMatchObject({ code: 0 })
    expect(readdirSync(at('out')).toSorted()).toEqual(['a-amazon_main.jpg', 'a-ebay.jpg'])
    expect(recordsIn(end)[0]?.set).toEqual([
      ...[['amazon_main', ['enlarged']] as const, ['ebay', ['enlarged', 'low_confidence']] as const].map(
        ([preset, warnings]) => ({
          ...{ file: at(`out/a-${preset}.jpg`), preset, warnings },
          ...{ width: 2, height: 2, bytes: PNG.length },
        }),
      ),
    ])
    expect(await caller.charges()).toEqual([-1])
  })

  test('what a server cannot do is said before anything is sent', async () => {
    const caller = await app.caller({ credits: 1 })
    const args = ['remove', at('in/a.jpg'), '-o', at('out')]
    for (const [more, message] of [
      [['--canvas', '1:1', '--size', 'hd'], '--size must be full with --server and --canvas'],
      [['--shadow', 'drop', '--bg-color', '#ff000080'], '--bg-color must be opaque with --server and --shadow'],
    ] as const) {
      expect(await cli(caller, ...args, ...more)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    }
    expect(app.engine.seen).toEqual([])
  })

  test('what is wrong with one photo stops no other', async () => {
    app.engine.execute = async (_job, { input, output }) => {
      if (readFileSync(input, 'utf8').includes('b.jpg')) throw new AppError('no_foreground', 'No foreground was found')
      await writeFile(output, PNG)
      return OUTCOME
    }
    const end = await cli(
      await app.caller({ credits: 3 }),
      'remove',
      at('in'),
      '-o',
      at('out'),
      '--json',
      '--jobs',
      '1',
    )
    expect(end.code).toBe(1)
    expect(recordsIn(end)).toContainEqual({
      input: at('in/b.jpg'),
      output: at('out/b.png'),
      status: 'failed',
      error: 'No foreground found: No foreground was found',
      kind: 'no_foreground',
    })
    expect(recordsIn(end).filter(({ status }) => status === 'done')).toHaveLength(2)
  })

  test('the last credit: it stops with one sentence, and the same command goes on', async () => {
    const caller = await app.caller({ credits: 1 })
    const args = ['remove', at('in'), '-o', at('out'), '--jobs', '1'] as const
    const end = await cli(caller, ...args)
    expect(end.code).toBe(1)
    expect(end.stderr).toContain('1 done')
    expect(end.stderr).toContain('Stopped: the account is out of credits.')
    expect(end.stderr).toContain('This request needs 1 credit; 0 available')
    expect(end.stderr).not.toContain('c.jpg')
    expect(readdirSync(at('out'))).toEqual(['a.png'])
    expect(app.engine.seen).toHaveLength(1)
  })

  test('a rate limit is waited for', async () => {
    const caller = await app.caller({ credits: 3, rateLimit: 1 })
    await caller.remove()
    app.now += 59_000
    const refusals = (): number => app.logLines.filter((line) => line.includes(`"status":429`)).length
    const before = refusals()
    const ended = cli(caller, 'remove', at('in/a.jpg'), '-o', at('out/a.png'))
    await eventually30s(() => expect(refusals()).toBeGreaterThan(before))
    app.now += 2000
    expect(await ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('The key has reached its rate limit'),
    })
    expect(existsSync(at('out/a.png'))).toBe(true)
  })

  test('a key that is not valid', async () => {
    const end = await cli({ key: 'sk_not_a_valid_key' }, 'remove', at('in'), '-o', at('out'))
    expect(end.code).toBe(1)
    expect(end.stderr).toMatch(/^Stopped: http:.* does not accept the API key\. /m)
    expect(app.engine.seen).toEqual([])
  })
})

/** A process has to start first. */
const eventually30s = async (check: () => void): Promise<void> => {
  for (let tries = 5; tries > 0; tries--) {
    try {
      return await eventually(check)
    } catch {}
  }
  check()
}

test('id-photo tells warnings and the size of the photo', async () => {
  app.engine.execute = async (_job, { output }) => {
    await writeFile(output, PNG)
    return { ...OUTCOME, warnings: ['blurred'] }
  }
  const args = ['id-photo', '--width-mm', '35', '--height-mm', '45', at('in/a.jpg'), '-o', at('out/a.jpg')]
  const end = await cli(await app.caller(), ...args, '--bg-color', 'blue')
  expect(end).toMatchObject({ code: 0 })
  expect(end.stdout).toContain('35 x 45 mm, 2 x 2 px')
  expect(end.stderr).toContain('Warning blurred: The face is not sharp.')
  expect(app.engine.seen[0]?.job).toMatchObject({ kind: 'id-photo', spec: { width_mm: 35, height_mm: 45 } })
  expect(readFileSync(at('out/a.jpg'))).toEqual(PNG)
})

test('style tells the recipe', async () => {
  app.engine.execute = async (_job, { output }) => {
    await writeFile(output, PNG)
    return { ...OUTCOME, styleRecipe: 'style=ink-sketch; strength=40' }
  }
  const args = ['style', '--style', 'ink-sketch', '--strength', '40', at('in/a.jpg'), '-o', at('out/a.png')]
  const end = await cli(await app.caller({ credits: 2 }), ...args)
  expect(end).toMatchObject({ code: 0 })
  expect(end.stdout).toContain('2 x 2 px')
  expect(end.stdout).toContain('style=ink-sketch; strength=40')
  expect(app.engine.seen[0]?.job).toMatchObject({ style: 'ink-sketch', strength: 40, format: 'png' })
})

describe('migrate-check', () => {
  const check = (caller: Pick<Caller, 'key'>, ...args: string[]) =>
    cli(caller, 'migrate-check', at('in/a.jpg'), ...args)

  test('costs nothing: a paid size is sent as a preview, and told with its price', async () => {
    const caller = await app.caller({ credits: 2 })
    await writeFile(at('in/a.jpg'), PNG)
    const end = await check(caller, '--param', 'size=full', '--param', 'shadow_type=drop')
    expect(end).toMatchObject({ code: 0 })
    expect(end.stderr).toContain('Nothing is charged: the photos are sent as size=preview.')
    expect(end.stdout).toMatch(/a\.jpg +\d+ x \d+ +png +no +1\n/)
    expect(end.stdout).toContain('shadow_type=drop is accepted, and has no effect here')
    expect(app.engine.seen.at(-1)?.job).toMatchObject({ watermark: true })
    expect(await caller.charges()).toEqual([])
  })

  test('pays with --yes, and says so first', async () => {
    const caller = await app.caller({ credits: 2 })
    const end = await check(caller, '--param', 'size=auto', '--yes')
    expect(end.stderr).toContain('This costs 1 credit at the usual price. The account has 2 credits.')
    expect(end.stdout).toMatch(/a\.jpg +2 x 2 +png +no +1\n/)
    expect(await caller.charges()).toEqual([-1])
  })

  test('tells errors in words, and the key or address that is wrong before any photo is sent', async () => {
    const caller = await app.caller()
    const refused = await check(caller, '--param', 'crop_margin=99%')
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/a\.jpg: .*crop_margin/) })
    const wrong = await check({ key: 'sk_not_a_valid_key' })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Check address and key.') })
    expect(app.engine.seen).toEqual([])
  })
})
