/** The samples of docs/webhooks.md, each run on a genuine delivery and on one that is not. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { signWebhook } from '../../src/client/webhook.js'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const page = readFileSync(projectFile('docs/webhooks.md'), 'utf8')
const sample = (language: string): string => page.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!
const folder = temporaryFolder()

const secrets = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
const [secret] = secrets as [string]
const event = { type: 'webhook.test', data: { name: 'Müller 🖼' } }
const body = JSON.stringify(event)
const headers = await signWebhook(secrets.toReversed(), { id: 'evt_1', body, now: Date.now() })

test('Node.js', async () => {
  const file = path.join(folder, 'verify.mjs')
  await writeFile(file, sample('js node'))
  const { verify } = (await import(pathToFileURL(file).href)) as { verify: (...args: unknown[]) => unknown }
  expect(verify(secret, headers, body)).toEqual(event)
  expect(() => verify(secret, headers, `${body} `)).toThrow('not genuine')
  expect(() => verify(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toThrow('too old')
  expect(() => verify(secret, { ...headers, 'webhook-timestamp': 'x' }, body)).toThrow('too old')
})

test.skipIf(spawnSync('python3', ['--version']).status !== 0)('Python', () => {
  const run = (sent: object, bytes: string): string => {
    const call = `import sys\ntry:\n  print(json.dumps(verify(*json.loads(sys.argv[1]), sys.stdin.buffer.read())))\nexcept ValueError as e:\n  print(e)`
    const args = ['-c', `${sample('python')}\n${call}`, JSON.stringify([secret, sent])]
    return execFileSync('python3', args, { input: bytes, encoding: 'utf8' }).trim()
  }
  expect(JSON.parse(run(headers, body))).toEqual(event)
  expect(run(headers, `${body} `)).toBe('not genuine')
  expect(run({ ...headers, 'webhook-timestamp': '1' }, body)).toBe('too old, or from the future')
})

test('openssl', async () => {
  await writeFile(path.join(folder, 'body.json'), body)
  const env = { ...process.env, SECRET: secret, ID: 'evt_1', TIME: headers['webhook-timestamp'] }
  const printed = execFileSync('sh', ['-c', sample('sh not run: needs a delivery')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(headers['webhook-signature'].split(' ')).toContain(`v1,${printed.trim()}`)
})
