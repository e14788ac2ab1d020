/** The forms that operators script, while a server runs. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { operatorOf } from '../support/operator.js'
import { productEnvironment, projectFile } from '../support/project.js'
import { blob, form, remove } from './client.js'

const { baseUrl, settings: shared } = inject('sharedServer')
const settings = { ...shared, FREE_CREDITS: '7' }
const { cli } = operatorOf(settings)

const failing = (...args: string[]): Promise<{ code: number; stderr: string }> =>
  cli(...args).then(
    () => Promise.reject(new Error('It did not fail')),
    (error: { code: number; stderr: string }) => error,
  )

test('accounts: FREE_CREDITS by default, --credits instead, a list, and the same email only once', async () => {
  await cli('account', 'create', '--email', 'Free@Example.com')
  await cli('account', 'create', '--email', 'rich@example.com', '--password', 'correct horse', '--credits', '100')
  const list = await cli('account', 'list')
  expect(list).toMatch(/rich@example.com\s+100\s+\d+\/min\s+set/)
  expect(list).toMatch(/free@example.com\s+7\s+\d+\/min\s+not set/)
  expect((await failing('account', 'create', '--email', 'free@example.com')).stderr).toContain('already')
})

test('account password reads standard input', async () => {
  const child = promisify(execFile)(
    projectFile('bin/silhouette'),
    ['account', 'password', '--email', 'free@example.com'],
    {
      env: productEnvironment(settings),
    },
  )
  child.child.stdin?.end('a new password\n')
  await child
  expect(await cli('account', 'list')).toMatch(/free@example.com\s+7\s+\d+\/min\s+set/)
})

test('keys: the key alone on standard output; list, limit and revoke act on the running server at once', async () => {
  const key = await cli('key', 'create', '--email', 'free@example.com', '--name', 'Shop', '--rate-limit', '5')
  expect(key).toMatch(/^sk_\S+$/)
  const send = () => remove(baseUrl, form({ image_file: blob('no picture') }), { key })
  expect((await send()).headers.get('x-ratelimit-limit')).toBe('5')

  const list = await cli('key', 'list', '--email', 'free@example.com')
  expect(list).toContain('Shop')
  expect(list).not.toContain(key)
  const id = list.match(/key_\w+/)![0]
  await cli('key', 'limit', '--id', id, '--rate-limit', '9')
  expect((await send()).headers.get('x-ratelimit-limit')).toBe('9')
  await cli('key', 'revoke', '--id', id)
  expect((await send()).status).toBe(401)
})

test('credits grant adds to the balance', async () => {
  await cli('credits', 'grant', '--email', 'free@example.com', '--amount', '5')
  expect(await cli('credits', 'show', '--email', 'free@example.com')).toBe('12')
})

test('models and health', async () => {
  expect(await cli('models', 'list')).toMatch(/matte.*Apache-2.0/)
  expect(await cli('models', 'verify')).not.toMatch(/missing|damaged/)
  expect(await cli('models', 'pull')).toContain('ready')
  const port = new URL(baseUrl).port
  const { stdout } = await promisify(execFile)(projectFile('bin/silhouette'), ['health'], {
    env: productEnvironment({ ...settings, PORT: port }),
  })
  expect(stdout).toContain('"status":"ready"')
})

test('mistakes are explained: unknown command, missing option, unknown account, wrong setting', async () => {
  expect((await failing('fly')).stderr).toContain("no command 'fly'")
  expect((await failing('key', 'create')).stderr).toContain('--email is missing')
  expect((await failing('credits', 'show', '--email', 'nobody@example.com')).stderr).toContain('no account')
  const wrong = promisify(execFile)(projectFile('bin/silhouette'), ['account', 'list'], {
    env: productEnvironment({ PORT: 'eighty', QUEUE_SIZE: '-1' }),
  })
  await expect(wrong).rejects.toMatchObject({ stderr: expect.stringMatching(/PORT.*\n.*QUEUE_SIZE/) })
})
