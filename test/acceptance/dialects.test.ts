/**
 * Other vendors' users against a real server: the commands that their documents show, and those of docs/dialects.md, typed
 * into a shell with nothing changed but address, key and photo.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFile } from '../support/project.js'
import { blob, form, photo, pixels } from './client.js'
import { openTarget, type Target } from './target.js'

const WIDTH = 400
let target: Target
let folder: string
let jpeg: Buffer

beforeAll(async () => {
  target = openTarget()
  jpeg = await photo(WIDTH)
  folder = await mkdtemp(path.join(tmpdir(), 'silhouette-dialects-'))
  await writeFile(path.join(folder, 'photo.jpg'), jpeg)
})
afterAll(() => rm(folder, { recursive: true }))

interface Sample {
  readonly command: string
  /** What is replaced: the address of the vendor, the key, the photo. */
  readonly address: string
  readonly key: string
  readonly photo: string
  /** Added where the vendor has no key. */
  readonly header?: true
  readonly result: string
  readonly credits: number
}

const SAMPLES: Record<string, Sample> = {
  // Its document shows no command that we know of: this one says the same.
  Clipdrop: {
    command: `curl -X POST https://clipdrop-api.co/remove-background/v1 -H 'x-api-key: YOUR_API_KEY' -F image_file=@image.jpg -o result.png`,
    address: 'https://clipdrop-api.co',
    key: 'YOUR_API_KEY',
    photo: 'image.jpg',
    result: 'result.png',
    credits: 1,
  },
  'Photoroom, sandbox': {
    command: `curl --request POST \\
      --url https://sdk.photoroom.com/v1/segment \\
      --header 'x-api-key: sandbox_xxxxxxxxxxxxxxxx' \\
      --form image_file=@/path/to/image.jpg \\
      --output result-sandbox-mode.png`,
    address: 'https://sdk.photoroom.com',
    key: 'xxxxxxxxxxxxxxxx',
    photo: '/path/to/image.jpg',
    result: 'result-sandbox-mode.png',
    credits: 0,
  },
  Pixian: {
    command: `curl https://api.pixian.ai/api/v2/remove-background \\
      -u xyz123:[secret] \\
      -F 'image=@example.jpeg' \\
      -o pixian_result.png`,
    address: 'https://api.pixian.ai',
    key: '[secret]',
    photo: 'example.jpeg',
    result: 'pixian_result.png',
    credits: 1,
  },
  'rembg, a file': {
    command: 'curl -s -F file=@/path/to/input.jpg "http://localhost:7000/api/remove" -o output.png',
    address: 'http://localhost:7000',
    key: '',
    photo: '/path/to/input.jpg',
    header: true,
    result: 'output.png',
    credits: 1,
  },
  'rembg, an address': {
    command: 'curl -s "http://localhost:7000/api/remove?url=http://input.png" -o output.png',
    address: 'http://localhost:7000',
    key: '',
    photo: 'http://input.png',
    header: true,
    result: 'output.png',
    credits: 1,
  },
}

function type(command: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

/** A person before what is now transparent. */
async function expectCutout(file: string): Promise<void> {
  const bytes = await readFile(path.join(folder, file))
  await rm(path.join(folder, file))
  expect(bytes.subarray(1, 4).toString(), bytes.subarray(0, 300).toString()).toBe('PNG')
  const { width, height, channels, at } = await pixels(bytes)
  const { height: expected } = await sharp(jpeg).metadata()
  expect({ width, height, channels }).toEqual({ width: WIDTH, height: expected, channels: 4 })
  expect(at(2, 2)[3]).toBe(0)
  expect(at(width / 2, Math.round(height * 0.7))[3]).toBeGreaterThan(200)
}

test.for(Object.entries(SAMPLES))('%s: the documented command', async ([, sample], { skip }) => {
  if (!target.pages) skip('needs a server with all dialects that may download from loopback')
  const { key, email } = await target.newKey({ credits: 2 })
  const own = sample.photo.startsWith('http') ? `${target.pages}/photo.jpg` : 'photo.jpg'
  const command = sample.command
    .replace(sample.address, target.baseUrl)
    .replace(sample.photo, own)
    .replace(sample.key, sample.key && key)
  type(sample.header ? `${command} -H 'X-Api-Key: ${key}'` : command)
  if (own === 'photo.jpg') await expectCutout(sample.result)
  else expect((await pixels(await readFile(path.join(folder, sample.result)))).channels).toBe(4)
  expect(await target.creditsOf(email)).toBe(2 - sample.credits)
})

/** Written for the vendor by others, unchanged: each is only told where the vendor is now. Skipped where not installed. */
const CLIENTS: Record<string, { readonly module: string; readonly code: string }> = {
  Clipdrop: {
    module: 'pyclipdrop',
    code: `
from pyclipdrop import ClipdropClient
ClipdropClient(key, base_url=server).remove_background(photo, output_file=result)`,
  },
  Photoroom: {
    module: 'photoroom',
    code: `
from photoroom import PhotoRoomClient
PhotoRoomClient.SDK_BASE_URL = server
PhotoRoomClient(api_key=key).remove_background(photo).save(result)`,
  },
  Pixian: {
    module: 'pixian_ai',
    code: `
import requests
from pixian_ai.client import PixianAI
send = requests.post
requests.post = lambda url, **more: send(url.replace("https://api.pixian.ai", server), **more)
PixianAI("any id", key).remove_background(image_path=photo).save(result)`,
  },
}

test.for(Object.entries(CLIENTS))('%s: a client for Python', async ([, { module, code }], { skip }) => {
  if (!target.pages) skip('needs a server with all dialects')
  if (spawnSync('python3', ['-c', `import ${module}`]).status !== 0) skip(`python3 has no module ${module}`)
  const { key, email } = await target.newKey({ credits: 1 })
  const given = 'import sys; server, key, photo, result = sys.argv[1:]'
  const args = ['-c', `${given}\n${code}`, target.baseUrl, key, 'photo.jpg', 'result.png']
  const { status, stderr } = spawnSync('python3', args, { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  await expectCutout('result.png')
  expect(await target.creditsOf(email)).toBe(0)
})

describe('docs/dialects.md', () => {
  test('its commands do what it says', async ({ skip }) => {
    if (!target.pages) skip('needs a server with all dialects that may download from loopback')
    const page = await readFile(projectFile('docs/dialects.md'), 'utf8')
    const commands = [...page.matchAll(/^ {4}curl (?:.*\\\n)*.*$/gm)].map(([command]) => command)
    expect(commands).toHaveLength(5)
    for (const command of commands) {
      const { key, email } = await target.newKey()
      const own = command
        .replace('https://YOUR-HOST', target.baseUrl)
        .replace('https://example.com/photo.jpg', `${target.pages}/photo.jpg`)
        .replace('YOUR-KEY', key)
      type(own)
      const file = /(?:-o|--output) (\S+)/.exec(own)![1]!
      if (own.includes('?url=')) expect((await pixels(await readFile(path.join(folder, file)))).channels).toBe(4)
      else await expectCutout(file)
      expect(await target.creditsOf(email)).toBe(0)
    }
  })
})

test('Clipdrop: what is cut out already comes back, unless its transparency is discarded', async ({ skip }) => {
  if (!target.pages) skip('needs a server with all dialects')
  const { key } = await target.newKey({ credits: 2 })
  // Half of a grey square: nobody would look for a subject there.
  const half = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#8080807f' } })
    .png()
    .toBuffer()
  const send = (fields: Record<string, string>): Promise<Response> =>
    fetch(`${target.baseUrl}/remove-background/v1`, {
      method: 'POST',
      headers: { 'x-api-key': key, accept: 'image/webp' },
      body: form({ image_file: blob(half), ...fields }),
    })
  const reply = await send({})
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await pixels(new Uint8Array(await reply.arrayBuffer()))).at(32, 32)[3]).toBe(127)
  expect((await send({ transparency_handling: 'discard_alpha_layer' })).status).toBe(400)
})
