/**
 * Clients that were written for the mirrored API and are not on the npm registry, unchanged, against a real server, each
 * led there as docs/migrating-from-remove-bg.md says. Those that are not installed are skipped; `npm ci` installs none.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFile } from '../support/project.js'
import { photo, pixels } from './client.js'
import { openTarget, type Target } from './target.js'

const { REMOVE_BG_CLI = '', REMOVE_BG_GO = '', REMOVE_BG_PHP = '' } = process.env

/** The address that the Go program for this test is built with; what arrives there is passed on to the server under test. */
const GO_PORT = 18970

interface Client {
  name: string
  /** How to have it here. */
  install: string
  installed: boolean
  /** It cuts out `photo.jpg` in full size and writes `photo.png` into a folder. */
  command: (call: { photo: string; folder: string; key: string; baseUrl: string }) => [string, ...string[]]
  /** What it prints of a wrong key. */
  refusal: string
}

const runs = (...[program, ...args]: [string, ...string[]]): boolean => spawnSync(program, args).status === 0

const RUBY = `
  RemoveBg.configure { |config| config.api_key = ARGV[2] }
  RemoveBg.from_file(ARGV[0], size: "full").save(ARGV[1])
  puts "#{RemoveBg.account_info.credits.total} credits"`

const PYTHON = (endpoint: string): string => `
import sys
import removebg.removebg as m
m.API_ENDPOINT = '${endpoint}'
m.RemoveBg(sys.argv[3], sys.argv[2] + '.log').remove_background_from_img_file(sys.argv[1], size='full', new_file_name=sys.argv[2])`

const PHP = (endpoint: string): string => `
  require $argv[4];
  $removebg = new Mtownsend\\RemoveBg\\RemoveBg($argv[3]);
  $removebg->endpoint = '${endpoint}';
  $removebg->file($argv[1])->body(['size' => 'full'])->save($argv[2]);`

const clients: Client[] = [
  {
    name: 'remove-bg/remove-bg-cli',
    install: 'set REMOVE_BG_CLI to the path of its cli.js',
    installed: existsSync(REMOVE_BG_CLI),
    command: ({ photo, folder, key }) => [
      ...([process.execPath, '--require', projectFile('migration/remove-bg-node.cjs'), REMOVE_BG_CLI] as const),
      ...['--api-key', key, '--size', 'full', '--output-directory', folder, photo],
    ],
    refusal: '', // it speaks to terminals only
  },
  {
    name: 'remove-bg/go',
    install: `set REMOVE_BG_GO to the path of one with APIEndpoint = "http://127.0.0.1:${GO_PORT}/v1.0/removebg"`,
    installed: existsSync(REMOVE_BG_GO),
    command: ({ photo, folder, key }) => [
      REMOVE_BG_GO,
      ...['--api-key', key, '--size', 'full', '--output-directory', folder, photo],
    ],
    refusal: '403: API Key invalid',
  },
  {
    name: 'remove-bg/ruby',
    install: 'install Ruby and the gem remove_bg',
    installed: runs('ruby', '-e', 'require "remove_bg"'),
    command: ({ photo, folder, key }) => [
      ...(['ruby', '-r', projectFile('migration/remove-bg-ruby.rb'), '-e', RUBY] as const),
      ...[photo, path.join(folder, 'photo.png'), key],
    ],
    refusal: 'API Key invalid (RemoveBg::ClientHttpError)',
  },
  {
    name: 'brilam/remove-bg (Python)',
    install: 'install Python and its package removebg',
    installed: runs('python3', '-c', 'import removebg.removebg'),
    command: ({ photo, folder, key, baseUrl }) => [
      ...(['python3', '-c', PYTHON(`${baseUrl}/v1.0/removebg`)] as const),
      ...[photo, path.join(folder, 'photo.png'), key],
    ],
    refusal: '403 Client Error',
  },
  {
    name: 'mtownsend5512/remove-bg (PHP)',
    install: 'set REMOVE_BG_PHP to the path of the vendor/autoload.php that Composer wrote',
    installed: existsSync(REMOVE_BG_PHP) && runs('php', '--version'),
    command: ({ photo, folder, key, baseUrl }) => [
      ...(['php', '-r', PHP(`${baseUrl}/v1.0/removebg`), '--'] as const),
      ...[photo, path.join(folder, 'photo.png'), key, REMOVE_BG_PHP],
    ],
    refusal: 'API Key invalid - auth_failed - ',
  },
]

let target: Target
let folder: string
let file: string
let atGoPort: Server

beforeAll(async () => {
  target = openTarget()
  folder = await mkdtemp(path.join(tmpdir(), 'silhouette-clients-'))
  file = path.join(folder, 'photo.jpg')
  await writeFile(file, await photo(800))
  const { hostname, port } = new URL(target.baseUrl)
  atGoPort = createServer((socket) => {
    socket.pipe(connect(Number(port), hostname)).pipe(socket)
  })
  if (REMOVE_BG_GO) await new Promise<void>((resolve) => atGoPort.listen(GO_PORT, '127.0.0.1', resolve))
})

afterAll(async () => {
  atGoPort?.close()
  if (folder) await rm(folder, { recursive: true })
})

/** Everything that the client printed, and the picture if it wrote one. */
async function cutOut({ command }: Client, key: string): Promise<{ printed: string; picture?: Buffer }> {
  const into = await mkdtemp(path.join(folder, 'out-'))
  const [program, ...args] = command({ photo: file, folder: into, key, baseUrl: target.baseUrl })
  const child = spawn(program, args, { env: { ...process.env, SILHOUETTE_URL: target.baseUrl } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  await new Promise((resolve) => child.once('close', resolve))
  const output = path.join(into, 'photo.png')
  return existsSync(output) ? { printed, picture: await readFile(output) } : { printed }
}

for (const client of clients) {
  const { name, install, installed, refusal } = client
  if (!installed) console.warn(`Skipped: ${name} against our server. To run it, ${install}.`)

  describe.skipIf(!installed)(name, () => {
    test('the picture, for one credit', async () => {
      const { key, email } = await target.newKey({ credits: 1 })
      const { printed, picture } = await cutOut(client, key)
      expect(picture, printed).toBeDefined()
      const { width, channels, at } = await pixels(picture!)
      expect([width, channels, at(4, 4)[3]]).toEqual([800, 4, 0])
      expect(await target.creditsOf(email)).toBe(0)
    })

    test('a wrong key', async () => {
      const { printed, picture } = await cutOut(client, 'wrong')
      expect(printed).toContain(refusal)
      expect(picture).toBeUndefined()
    })
  })
}
