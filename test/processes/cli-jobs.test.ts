/** `silhouette jobs` against a server: handed over, shown, waited for, cancelled. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { type Caller, eventually, PHOTO, TestApp, useApp } from '../http/app.js'
import { OUTCOME, PNG } from '../http/fake-engine.js'
import { type CliEnd, runCli } from '../support/cli.js'
import { productEnvironment, projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const served = new TestApp()
served.cdnUrl = () => served.http.listeningOrigin
const app = useApp({}, served)
const folder = temporaryFolder()
const out = path.join(folder, 'out')

beforeAll(() => app.parts.jobRunner.start())
afterAll(() => app.parts.jobRunner.stop())
beforeEach(() => rmSync(out, { recursive: true, force: true }))

/** By a caller's key in the environment. */
async function cli({ key }: Pick<Caller, 'key'>, ...args: string[]): Promise<CliEnd> {
  const server = (await app.listen()).origin
  const end = await runCli({ SILHOUETTE_URL: server, SILHOUETTE_KEY: key, DATA_DIR: folder }, 'jobs', ...args)
  expect(end.stdout + end.stderr, 'the key is not shown').not.toContain(key)
  return end
}

const address = (name: string): string => `http://${app.originHost}/${name}`

/** Photos whose address has `bad` in it have no foreground. */
function refuseSome(): void {
  app.origin = (request, response) => response.end(request.url?.includes('bad') ? Buffer.from('bad') : PHOTO)
  app.engine.execute = async (_job, { input, output }) => {
    if (readFileSync(input, 'utf8') === 'bad') throw new AppError('no_foreground', 'No foreground was found')
    await writeFile(output, PNG)
    return OUTCOME
  }
}

test('create prints the id alone; wait fetches each result once, and fails with what failed; show says why', async () => {
  refuseSome()
  const caller = await app.caller({ credits: 5 })
  const list = path.join(folder, 'list.txt')
  writeFileSync(list, [address('a.jpg'), '', address('..%2fbad.jpg'), address('deep/a.jpg')].join('\n'))
  const made = await cli(caller, 'create', 'remove', '--urls', list, '--param', 'size=full')
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^job_\w+\n$/) })
  const id = made.stdout.trim()

  const waited = await cli(caller, 'wait', id, '-o', out)
  expect(waited).toMatchObject({ code: 1, stderr: expect.stringContaining('2 done, 1 failed') })
  expect(waited.stderr).toContain(`${address('..%2fbad.jpg')}: `)
  expect(readdirSync(out).toSorted()).toEqual(['001-a.png', '003-a.png'])
  expect(readFileSync(path.join(out, '003-a.png'))).toEqual(PNG)

  rmSync(path.join(out, '001-a.png'))
  const again = await cli(caller, 'wait', id, '-o', out, '--json')
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('1 done, 1 already there, 1 failed') })
  const statuses = again.stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { status: string }).status)
  expect(statuses.toSorted()).toEqual(['done', 'failed', 'skipped'])
  expect(existsSync(path.join(out, '001-a.png'))).toBe(true)

  const shown = await cli(caller, 'show', id)
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('finished; 2 of 3 done, 1 failed\n') })
  expect(shown.stdout).toContain('1 failed: No foreground was found')
  expect(await cli(caller, '--json')).toMatchObject({ code: 0, stdout: expect.stringContaining(id) })
  expect(await caller.charges()).toEqual([-1, -1])
})

test('Ctrl-C ends the waiting and not the job; the same command continues', async () => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let begun = 0
  app.engine.execute = async (_job, { output }) => {
    begun += 1
    if (begun > 1) await opened
    await writeFile(output, PNG)
    return OUTCOME
  }
  const caller = await app.caller({ credits: 2 })
  const { stdout } = await cli(caller, 'create', 'remove', address('a.jpg'), address('b.jpg'), '--param', 'size=full')
  const id = stdout.trim()
  const env = productEnvironment({ SILHOUETTE_URL: app.http.listeningOrigin, SILHOUETTE_KEY: caller.key })
  const waiting = spawn(projectFile('bin/silhouette'), ['jobs', 'wait', id, '-o', out], { env })
  const told = text(waiting.stderr)
  await eventually(() => expect(readdirSync(out)).toHaveLength(1))
  waiting.kill('SIGINT')
  const [code] = (await once(waiting, 'exit')) as [number]
  expect(code).toBe(130)
  expect(await told).toMatch(/^Interrupted: 1 done.*\nThe job goes on; the same command continues/m)

  open()
  const end = await cli(caller, 'wait', id, '-o', out)
  expect(end).toMatchObject({ code: 0, stderr: expect.stringContaining('1 done, 1 already there') })
  expect(readdirSync(out).toSorted()).toEqual(['001-a.png', '002-b.png'])
  expect(await caller.charges()).toEqual([-1, -1])
})

test('cancel, and waiting for what was cancelled', async () => {
  await app.parts.jobRunner.stop()
  const caller = await app.caller()
  const { stdout } = await cli(caller, 'create', 'remove', address('a.jpg'), address('b.jpg'))
  const cancelled = await cli(caller, 'cancel', stdout.trim())
  expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining('0 of 2 done, 2 cancelled') })
  const waited = await cli(caller, 'wait', stdout.trim())
  expect(waited).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('0 done, 2 cancelled') })
  expect(await caller.charges()).toEqual([])
})

test('mistakes are told in a sentence, with the usual exit statuses', async () => {
  const caller = await app.caller()
  for (const [args, code, message] of [
    [['show', 'job_none'], 1, 'has no such job'],
    [['show'], 2, 'The id of the job is missing'],
    [['create', 'remve', address('a.jpg')], 2, 'OPERATION must be'],
    [['create', 'remove'], 2, 'The addresses are missing'],
    [['create', 'remove', address('a.jpg'), '--param', 'size'], 2, '--param must be NAME=VALUE'],
    [['create', 'remove', address('a.jpg'), '--param', 'size=huge'], 2, 'size must be'],
  ] as const) {
    const end = await cli(caller, ...args)
    expect(end, args.join(' ')).toMatchObject({ code, stderr: expect.stringContaining(message) })
  }
  const refused = await cli({ key: 'sk_not_a_valid_key' })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('does not accept the API key') })
})
