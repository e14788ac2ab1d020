/** `remove`, `id-photo` and `style` with `--server`: the same files and reports, made by a server for credits. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { writeZip } from '../../src/imaging/codec/zip.js'
import { type Caller, eventually, TestApp, useApp } from '../http/app.js'
import { OUTCOME, PNG } from '../http/fake-engine.js'
import { type CliEnd, runCli } from '../support/cli.js'
import { productEnvironment, projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const served = new TestApp()
served.cdnUrl = () => served.http.listeningOrigin
const app = useApp({}, served)
const folder = temporaryFolder()
const at = (...names: string[]): string => path.join(folder, ...names)

beforeAll(() => app.parts.jobRunner.start())
afterAll(() => app.parts.jobRunner.stop())
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
      error: 'No foreground was found',
      kind: 'invalid_image',
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

    await app.db.ledger.grant(caller.accountId, 2)
    expect(await cli(caller, ...args)).toMatchObject({ code: 0, stderr: expect.stringContaining('2 done, 1 skipped') })
    expect(await caller.charges()).toEqual([-1, -1, -1])
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

  test('killed while the server works, and started again: each photo is paid once', async () => {
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    let begun = 0
    app.engine.execute = async (_job, { output }) => {
      begun += 1
      await opened
      await writeFile(output, PNG)
      return OUTCOME
    }
    const caller = await app.caller({ credits: 9 })
    const args = ['remove', at('in'), '-o', at('out'), '--bg-color', 'white']
    const env = productEnvironment({ SILHOUETTE_URL: (await app.listen()).origin, SILHOUETTE_KEY: caller.key })
    const killed = spawn(projectFile('bin/silhouette'), args, { env, stdio: 'ignore' })
    await eventually30s(() => expect(begun).toBeGreaterThan(0))
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(existsSync(at('out/a.png'))).toBe(false)
    open()

    expect(await cli(caller, ...args)).toMatchObject({ code: 0, stderr: expect.stringContaining('3 done') })
    expect(readdirSync(at('out'), { recursive: true }).toSorted()).toEqual(['a.png', 'b.png', 'deep', 'deep/c.png'])
    expect(await caller.charges()).toEqual([-1, -1, -1])
    expect(begun).toBe(3)

    const other = await cli(caller, ...args, '--overwrite', '--crop')
    expect(other).toMatchObject({ code: 0 })
    expect(await caller.charges(), 'other options are other photos').toHaveLength(6)
  })

  test('a result that the server no longer has is made again', async () => {
    const caller = await app.caller({ credits: 2 })
    rmSync(at('in/deep'), { recursive: true })
    rmSync(at('in/b.jpg'))
    const args = ['remove', at('in'), '-o', at('out'), '--overwrite'] as const
    expect(await cli(caller, ...args)).toMatchObject({ code: 0 })
    expect(await cli(caller, ...args), 'what was paid for is fetched again').toMatchObject({ code: 0 })
    expect(await caller.charges()).toEqual([-1])
    const all = { method: 'DELETE', url: '/v1/results?confirm=all', headers: { 'x-api-key': caller.key } } as const
    expect((await app.inject(all)).statusCode).toBe(200)
    expect(await cli(caller, ...args)).toMatchObject({ code: 0 })
    expect(await caller.charges()).toEqual([-1, -1])
  })

  test('a background of the photos of a folder', async () => {
    const behind: string[] = []
    app.engine.execute = async (_job, { background, output }) => {
      behind.push(readFileSync(background!, 'utf8'))
      await writeFile(output, PNG)
      return OUTCOME
    }
    writeFileSync(at('behind.png'), 'a picture to put behind')
    const caller = await app.caller({ credits: 3 })
    const end = await cli(caller, 'remove', at('in'), '-o', at('out'), '--bg-image', at('behind.png'))
    expect(end).toMatchObject({ code: 0 })
    expect(behind).toEqual(Array.from({ length: 3 }, () => 'a picture to put behind'))
  })

  test('a server without jobs, and a key that may not, are told in a sentence', async () => {
    const args = ['remove', at('in'), '-o', at('out')]
    const earlier = await runCli({ SILHOUETTE_URL: `${(await app.listen()).origin}/old`, SILHOUETTE_KEY: 'k' }, ...args)
    expect(earlier).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Stopped: http:.* takes no jobs/m) })
    const caller = await app.caller()
    await app.db.keys.setTerms(caller.keyId, { name: 'x', expiresAt: null, scopes: ['id-photo'] })
    const limited = await cli(caller, ...args)
    expect(limited).toMatchObject({ code: 1, stderr: expect.stringContaining('may not be used for remove') })
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

test('id-photo and style make jobs of folders, with warnings and recipes', async () => {
  app.engine.execute = async (_job, { output }) => {
    await writeFile(output, PNG)
    return { ...OUTCOME, warnings: ['blurred'], styleRecipe: 'style=ink-sketch; strength=40' }
  }
  const caller = await app.caller({ credits: 9 })
  const photos = await cli(caller, 'id-photo', '--spec', 'us_passport', at('in'), '-o', at('out/ids'))
  expect(photos).toMatchObject({ code: 0, stderr: expect.stringContaining('Warning blurred') })
  const painted = await cli(caller, 'style', '--style', 'ink-sketch', at('in'), '-o', at('out/painted'))
  expect(painted).toMatchObject({ code: 0, stdout: expect.stringContaining('style=ink-sketch; strength=40') })
  const { items } = await app.db.jobs.page(caller.accountId, { limit: 9 })
  expect(items.map(({ operation }) => operation).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'id-photo'),
    ...Array.from({ length: 3 }, () => 'portrait-style'),
  ])
})

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
