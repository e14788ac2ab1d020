/** A batch with an engine that the test controls: failures, what is there already, interruptions, what is told. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
import { byWorkers } from '../../src/cli/batch/by-workers.js'
import { engineOnDemand } from '../../src/cli/batch/on-demand.js'
import { partOf } from '../../src/cli/batch/parts.js'
import { createRecords } from '../../src/cli/batch/records.js'
import { createReport } from '../../src/cli/batch/report.js'
import { type Request, readRequest } from '../../src/cli/batch/request.js'
import { runRequest } from '../../src/cli/batch/run-request.js'
import { barText, rateInWords, summaryOf, timeInWords } from '../../src/cli/batch/tally.js'
import type { Task } from '../../src/cli/batch/task.js'
import { writeZip } from '../../src/imaging/codec/zip.js'
import type { NamedRendering, Order } from '../../src/imaging/job.js'
import { FakeEngine, gate, OUTCOME, PNG } from '../http/fake-engine.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const at = (...names: string[]): string => path.join(folder, ...names)
const job: Order = {
  kind: 'cutout',
  cap: { longestSide: 9 },
  channels: 'rgba',
  format: 'png',
  watermark: false,
  classify: false,
}

const KIND = { extension: 'png', name: '{name}.{ext}' }

/** A stream whose text can be read; `columns`: a terminal. */
function stream(columns?: number) {
  const through = new PassThrough()
  const told = { text: '' }
  through.on('data', (piece: Buffer) => {
    told.text += piece
  })
  const terminal = columns === undefined ? {} : { isTTY: true, columns }
  return { told, as: Object.assign(through, terminal) as unknown as NodeJS.WriteStream }
}

interface Options {
  readonly args?: Record<string, string | boolean>
  readonly task?: Partial<Task>
  readonly engine?: FakeEngine
  readonly signal?: AbortSignal
  readonly columns?: number
}

async function run(
  inputs: readonly string[],
  { args, task, engine = new FakeEngine(), signal, columns }: Options = {},
) {
  const request: Request = readRequest({ photos: inputs, output: at('out'), ...args }, ['png'], false)
  const [out, err] = [stream(columns), stream(columns)]
  const whole: Task = { job, ask: () => expect.fail('There is no server'), kinds: [KIND], ...task }
  const report = createReport(whole, {
    out: out.as,
    err: err.as,
    json: request.json,
    silent: false,
    listedIn: request.report,
  })
  const over = signal ?? new AbortController().signal
  const open = vi.fn(async () => engine)
  const parts = {
    task: whole,
    report,
    records: createRecords(request, whole),
    signal: over,
    producer: byWorkers(engineOnDemand(open, over), whole.job),
    atOnce: 2,
  }
  const interrupted = await runRequest(request, parts)
  await new Promise(setImmediate)
  return { interrupted, tally: report.tally, out: out.told, err: err.told, engine, open }
}

/** All files below a folder. */
const filesIn = (name: string): string[] =>
  existsSync(at(name))
    ? readdirSync(at(name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(at(name), path.join(entry.parentPath, entry.name)))
        .toSorted()
    : []

beforeEach(() => {
  rmSync(at('in'), { recursive: true, force: true })
  rmSync(at('out'), { recursive: true, force: true })
  mkdirSync(at('in/deep'), { recursive: true })
  const taken = new Date(Date.now() - 60_000) // before any result, however coarse the clock of files is
  for (const name of ['in/a.jpg', 'in/broken.jpg', 'in/deep/c.jpg']) {
    writeFileSync(at(name), name)
    utimesSync(at(name), taken, taken)
  }
})

/** Fails for photos whose content says so. */
function pickyEngine(): FakeEngine {
  const engine = new FakeEngine()
  engine.execute = async (_job, { input, output }) => {
    writeFileSync(output, PNG)
    if (readFileSync(input, 'utf8').includes('broken')) throw new AppError('invalid_image', 'The image is damaged')
    return {
      width: 2,
      height: 2,
      contentType: 'image/png',
      extension: 'png',
      bytes: PNG.length,
      foreground: { left: 0, top: 0, width: 2, height: 2 },
      timingsMs: { decode: 1, infer: 1, compose: 1, encode: 1 },
    }
  }
  return engine
}

describe('a folder', () => {
  test('all but the broken one are made, which is named with its reason, and leaves nothing behind', async () => {
    const { tally, out, err, interrupted } = await run([at('in')], { engine: pickyEngine() })
    expect(filesIn('out')).toEqual(['a.png', 'deep/c.png'])
    expect(tally).toMatchObject({ total: 3, done: 2, skipped: 0, failures: [{ input: at('in/broken.jpg') }] })
    expect(interrupted).toBe(false)
    expect(out.text).toContain(`${at('out/a.png')}: 2 x 2 px, ${PNG.length} bytes\n`)
    expect(err.text).toContain(`${at('in/broken.jpg')}: The image is damaged\n`)
    expect(err.text).toMatch(/2 done, 1 failed in 0:00 .*\nFailed:\n {2}.*broken.jpg: The image is damaged\n$/)
  })

  test('pictures of other kinds are named with the reason, change no name, and are no work for anybody', async () => {
    rmSync(at('in/broken.jpg'))
    writeFileSync(at('in/a.svg'), '<svg')
    writeFileSync(at('in/deep/raw.dng'), 'II*\0')
    const { tally, err, engine } = await run([at('in')], { engine: pickyEngine() })
    expect(filesIn('out')).toEqual(['a.png', 'deep/c.png'])
    expect(engine.seen).toHaveLength(2)
    const reason = 'The file is not a JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF image'
    const failures = [
      { input: at('in/a.svg'), reason },
      { input: at('in/deep/raw.dng'), reason: expect.stringMatching(/raw photo.*develop it/) },
    ]
    expect(tally).toMatchObject({ total: 4, done: 2, failures })
    expect(err.text).toMatch(/2 done, 2 failed.*\nFailed:\n.*a\.svg: The file is not.*\n.*raw\.dng: The file is a raw/)
    const { out } = await run([at('in')], { args: { json: true } })
    expect(JSON.parse(out.text.split('\n')[0]!)).toEqual({
      input: at('in/a.svg'),
      status: 'failed',
      error: reason,
      kind: 'invalid_image',
    })
    for (const name of ['a.jpg', 'deep/c.jpg']) rmSync(at('in', name))
    const none = await run([at('in')])
    expect(none.tally).toMatchObject({ total: 2, done: 0, failures })
    expect(none.open).not.toHaveBeenCalled()
  })

  test('a second run makes nothing, and loads no network; changed photos are made again', async () => {
    rmSync(at('in/broken.jpg'))
    await run([at('in')])
    const again = await run([at('in')])
    expect(again.tally).toMatchObject({ done: 0, skipped: 2 })
    expect(again.open).not.toHaveBeenCalled()
    expect(again.err.text).toContain('0 done, 2 skipped\nPhotos with existing results were skipped')
    utimesSync(at('in/a.jpg'), new Date(), new Date(Date.now() + 5000))
    expect((await run([at('in')])).tally).toMatchObject({ done: 1, skipped: 1 })
    expect((await run([at('in')], { args: { 'skip-existing': true } })).tally).toMatchObject({ done: 0, skipped: 2 })
    expect((await run([at('in')], { args: { overwrite: true } })).tally).toMatchObject({ done: 2, skipped: 0 })
  })

  test('an interrupted run leaves no part of a result, and the next one goes on where it was', async () => {
    const [engine, controller, held] = [new FakeEngine(1), new AbortController(), gate()]
    let started = 0
    engine.work = async (signal) => {
      started += 1
      if (started > 1) await held.work(signal)
    }
    const running = run([at('in')], { engine, signal: controller.signal })
    await held.reached
    controller.abort()
    const { interrupted, tally, err } = await running
    expect(interrupted).toBe(true)
    expect(tally).toMatchObject({ total: 3, done: 1, failures: [] })
    // Two are under way at once: either may have come first.
    expect([['a.png'], ['broken.png']]).toContainEqual(filesIn('out'))
    expect(err.text).toContain('Interrupted: 1 done')
    expect(err.text).toContain('The same command continues where this one stopped')
    expect((await run([at('in')])).tally).toMatchObject({ done: 2, skipped: 1 })
    expect(filesIn('out')).toEqual(['a.png', 'broken.png', 'deep/c.png'])
  })

  test('interrupted while networks load, it waits for nobody', async () => {
    const [engine, controller] = [new FakeEngine(), new AbortController()]
    engine.start = () => new Promise(() => controller.abort())
    expect((await run([at('in')], { engine, signal: controller.signal })).interrupted).toBe(true)
  })

  test('a worker that was killed by others is no fault of the photo: it is tried again', async () => {
    const engine = new FakeEngine()
    let tries = 0
    engine.work = async () => {
      tries += 1
      if (tries === 1) throw new AppError('busy', 'Workers were killed', { retryAfterSeconds: 0 })
    }
    expect((await run([at('in/a.jpg')], { engine })).tally).toMatchObject({ done: 1, failures: [] })
    expect(tries).toBe(2)
  })

  test('a full disk stops everything with one sentence, and leaves no part behind', async () => {
    const engine = new FakeEngine(1)
    let tries = 0
    engine.execute = async (_job, { output }) => {
      tries += 1
      writeFileSync(output, 'half')
      const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      throw new AppError('internal', 'The picture could not be processed', { cause })
    }
    const message = `The disk of ${at('out')} is full: free some space, and the same command continues where this one stopped`
    await expect(run([at('in')], { engine })).rejects.toThrow(message)
    expect(tries).toBeLessThan(3) // those that ran already
    expect(filesIn('out')).toEqual([])
  })

  test('what a killed run left unfinished is removed by the next; parts of others that may run are not', async () => {
    mkdirSync(at('out/deep'), { recursive: true })
    const own = partOf('a.png').replace(`.${process.pid}.`, '.99999999.')
    const [running, foreign] = [partOf('b.png'), '.c.png.another-machine.99999999.part']
    for (const name of [own, running, foreign, `deep/${own}`]) writeFileSync(at('out', name), 'half')
    await run([at('in')])
    expect(filesIn('out').filter((name) => name.endsWith('.part'))).toEqual([running, foreign].toSorted())
  })

  test('a link to the photos is no place for results, not even with --overwrite', async () => {
    symlinkSync(at('in'), at('out'))
    const naming = { task: { kinds: [{ ...KIND, extension: 'jpg' }] as const }, args: { overwrite: true } }
    await expect(run([at('in')], naming)).rejects.toThrow('cannot go into')
    await expect(run([at('in/a.jpg')], naming)).rejects.toThrow('would overwrite the photo')
    expect(readFileSync(at('in/a.jpg'), 'utf8')).toBe('in/a.jpg')
  })

  test('a second file comes with each result, and is missed when it is gone', async () => {
    const task: Partial<Task> = {
      job: { kind: 'id-photo', spec: idPhotoCatalog().specs[0]!, background: { r: 0, g: 0, b: 0 } },
      kinds: [KIND, { extension: 'txt', name: '{name}-sheet.{ext}', meaning: 'a sheet' }],
    }
    const engine = new FakeEngine()
    engine.execute = async (_job, { output, sheet = '' }) => {
      writeFileSync(output, PNG)
      writeFileSync(sheet, 'a sheet')
      return OUTCOME
    }
    const { out } = await run([at('in')], { task, engine })
    expect(filesIn('out')).toHaveLength(6)
    expect(readFileSync(at('out/a-sheet.txt'), 'utf8')).toBe('a sheet')
    expect(out.text).toContain(`${at('out/a-sheet.txt')}: a sheet\n`)
    rmSync(at('out/a-sheet.txt'))
    expect((await run([at('in')], { task, engine })).tally).toMatchObject({ done: 1, skipped: 2 })
  })
})

describe('several presets', () => {
  const set: readonly NamedRendering[] = ['amazon_main', 'ebay'].map((name) => ({ ...job, name }) as NamedRendering)
  const task: Partial<Task> = {
    job: { ...job, set } as Order,
    kinds: [
      { extension: 'png', name: '{name}-{preset}.{ext}', preset: 'amazon_main' },
      { extension: 'png', name: '{name}-{preset}.{ext}', preset: 'ebay' },
    ],
    meanings: { enlarged: 'It was enlarged.', subject_cut: 'It is cut.' },
  }

  /** Writes the ZIP that a worker would. */
  function setEngine(): FakeEngine {
    const engine = new FakeEngine()
    engine.execute = async (_job, { output }) => {
      const entries = { 'amazon_main.png': new Uint8Array([1]), 'ebay.png': new Uint8Array([2, 2]) }
      await writeZip(entries, output)
      const { foreground } = OUTCOME
      return {
        ...OUTCOME,
        warnings: ['enlarged', 'subject_cut'],
        set: [
          { name: 'amazon_main.png', width: 4, height: 4, bytes: 1, foreground, warnings: ['enlarged', 'subject_cut'] },
          { name: 'ebay.png', width: 2, height: 2, bytes: 2, foreground, warnings: ['subject_cut'] },
        ],
      }
    }
    return engine
  }

  test('give a file each, from one job; a photo is made again when any of them is gone', async () => {
    const { out, engine } = await run([at('in')], { task, engine: setEngine() })
    expect(engine.seen).toHaveLength(3)
    expect(filesIn('out')).toHaveLength(6)
    expect([...readFileSync(at('out/deep/c-amazon_main.png'))]).toEqual([1])
    expect([...readFileSync(at('out/deep/c-ebay.png'))]).toEqual([2, 2])
    expect(out.text).toContain(`${at('out/a-ebay.png')}: 2 x 2 px, 2 bytes\n`)
    rmSync(at('out/a-ebay.png'))
    expect((await run([at('in')], { task, engine: setEngine() })).tally).toMatchObject({ done: 1, skipped: 2 })
  })

  test('--json lists them with their files and warnings', async () => {
    const { out } = await run([at('in/a.jpg')], { task, engine: setEngine(), args: { json: true } })
    expect(JSON.parse(out.text)).toMatchObject({
      output: at('out/a-amazon_main.png'),
      warnings: ['enlarged', 'subject_cut'],
      set: [
        { file: at('out/a-amazon_main.png'), preset: 'amazon_main', width: 4, warnings: ['enlarged', 'subject_cut'] },
        { file: at('out/a-ebay.png'), preset: 'ebay', width: 2, bytes: 2 },
      ],
    })
    expect(JSON.parse(out.text)).not.toHaveProperty('also')
  })

  test('stay in the ZIP that is named', async () => {
    const kinds = [{ extension: 'zip', name: '{name}.{ext}' }] as const
    const { out } = await run([at('in/a.jpg')], { task: { ...task, kinds }, engine: setEngine() })
    expect(Object.keys(unzipSync(readFileSync(at('out/a.zip'))))).toEqual(['amazon_main.png', 'ebay.png'])
    expect(out.text).toContain('a.zip: ebay, 2 x 2 px, 2 bytes')
  })

  test('what needs a human eye is listed at the end, with reasons and what they concern; of one photo at once', async () => {
    const { err } = await run([at('in')], { task, engine: setEngine() })
    expect(err.text).toMatch(/Look at these 3:\n(.*\n)* {2}.*a\.jpg: It is cut\. amazon_main: It was enlarged\.\n/)
    const one = await run([at('in/a.jpg')], { task, engine: setEngine(), args: { overwrite: true } })
    expect(one.err.text).toBe('Warning subject_cut: It is cut.\namazon_main: Warning enlarged: It was enlarged.\n')
  })

  test('more than twenty are in the report', () => {
    const toLookAt = Array.from({ length: 23 }, (_, index) => ({ input: `${index}.jpg`, reason: 'It is cut.' }))
    const tally = { total: 23, done: 23, skipped: 0, failures: [], toLookAt }
    const lines = summaryOf(tally, 1000, false, 'report.csv')
    expect(lines).toHaveLength(1 + 1 + 20 + 1)
    expect(lines.at(-1)).toBe('  and 3 more in report.csv')
    expect(summaryOf(tally, 1000, false, undefined).at(-1)).toBe('  and 3 more; --report FILE.csv lists all of them')
  })
})

describe('what is told', () => {
  test('--json: a line per photo', async () => {
    const { out } = await run([at('in')], { engine: pickyEngine(), args: { json: true } })
    const records = out.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(records).toHaveLength(3)
    expect(records).toContainEqual(
      expect.objectContaining({ input: at('in/a.jpg'), output: at('out/a.png'), status: 'done', width: 2 }),
    )
    expect(records).toContainEqual({
      input: at('in/broken.jpg'),
      output: at('out/broken.png'),
      status: 'failed',
      error: 'The image is damaged',
      kind: 'invalid_image',
    })
  })

  test('--json: how sure a cut-out is', async () => {
    const engine = new FakeEngine()
    const sure = { confidence: 0, pieces: [{ box: OUTCOME.foreground, share: 1, confidence: 0.5 }] }
    engine.execute = async (_job, { output }) => {
      writeFileSync(output, PNG)
      return { ...OUTCOME, ...sure }
    }
    const { out } = await run([at('in/a.jpg')], { engine, args: { json: true } })
    expect(JSON.parse(out.text)).toMatchObject(sure)
    const unknown = await run([at('in/a.jpg')], { args: { json: true, overwrite: true } })
    expect(Object.keys(JSON.parse(unknown.out.text) as object)).toEqual(
      expect.not.arrayContaining(['confidence', 'pieces']),
    )
  })

  test('names cannot speak to the terminal', async () => {
    const [name, shown] = ['a\x1b[2J\n\u009b1m\u202e.jpg', 'a\\u001b[2J\\u000a\\u009b1m\\u202e.jpg']
    rmSync(at('in'), { recursive: true })
    for (const folder of ['in', 'in/x', 'in/y']) {
      mkdirSync(at(folder), { recursive: true })
      writeFileSync(at(folder, name), 'broken')
    }
    const { err } = await run([at('in/x'), at('in/y')], { engine: pickyEngine() })
    expect(err.text).toContain(`\n  ${at('in/x', shown)}: The image is damaged\n`)
    const json = await run([at('in')], { args: { json: true } })
    const records = json.out.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(records).toContainEqual(expect.objectContaining({ status: 'done', input: at('in', name) }))
    for (const { text } of [err, json.out, json.err]) expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    await expect(run([at('in/x', name), at('in/y', name)])).rejects.toThrow(`${at('in/x', shown)} and`)
  })

  test('on a terminal: a bar instead of lines, with failures above it', async () => {
    const { out, err } = await run([at('in')], { engine: pickyEngine(), columns: 100 })
    expect(out.text).toBe('')
    expect(err.text).toMatch(/━{28} 3 of 3 · .* per second · 1 failed\n2 done, 1 failed/)
  })

  test('one photo: its line, and no summary', async () => {
    const { out, err } = await run([at('in/a.jpg')], { columns: 80 })
    expect(out.text).toContain('a.png: 2 x 2 px')
    expect(err.text).toBe('')
  })

  test('bars fit the terminal', () => {
    const tally = { total: 200, done: 40, skipped: 8, failures: [{ input: 'x.jpg', reason: '' }], toLookAt: [] }
    expect(barText(tally, 60_000, 80)).toMatch(/^━+─+ 49 of 200 .* 1 failed$/)
    for (const columns of [20, 40, 80, 200]) expect(barText(tally, 60_000, columns).length).toBeLessThan(columns)
    expect(barText(tally, 60_000, 200)).toMatch(/^━+─+ 49 of 200 · 41.0 per minute · 3:41 left · 1 failed$/)
    expect([timeInWords(42_000), timeInWords(3_609_000)]).toEqual(['0:42', '1:00:09'])
    expect([rateInWords(3, 2000), rateInWords(1, 4000)]).toEqual(['1.5 per second', '15.0 per minute'])
  })
})

test('a folder that is watched: photos that come are made once they have stopped growing', async () => {
  const [engine, controller] = [pickyEngine(), new AbortController()]
  const running = run([at('in')], { engine, args: { watch: true }, signal: controller.signal })
  await vi.waitFor(() => expect(filesIn('out')).toHaveLength(2), { timeout: 5000 })
  writeFileSync(at('in/new.jpg'), 'half')
  await vi.waitFor(() => expect(filesIn('out')).toContain('new.png'), { timeout: 15_000, interval: 100 })
  controller.abort()
  const { interrupted, tally } = await running
  expect(interrupted).toBe(false)
  expect(tally).toMatchObject({ done: 3, failures: [{ reason: 'The image is damaged' }] })
})
