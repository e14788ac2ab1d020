/** What docs/recipes.md shows beside commands, as literally as it can be run here: PHP, a step of GitHub's, a watched folder. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { productEnvironment, projectFile } from '../support/project.js'
import { startS3Service } from '../support/s3-service.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { photo, pixels } from './client.js'
import { openTarget } from './target.js'

/** A command starts, loads the networks, and another one uploads what it made. */
const FIRST_PHOTO_MS = 120_000

const DOCUMENTED_SERVER = 'http://127.0.0.1:8080'
const page = readFileSync(projectFile('docs/recipes.md'), 'utf8')
const block = (fence: string): string => page.split(`\`\`\`${fence}\n`)[1]!.split('```')[0]!
const folder = temporaryFolder()
const target = openTarget()

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
for (const program of ['php', 'aws']) if (!has(program)) console.warn(`Skipped: the recipe that needs ${program}.`)

/** As much of WordPress as the hook calls; it is given a file as uploads are. */
const WORDPRESS = `<?php
[, $hook, $file, $server, $key] = $argv;
define('SILHOUETTE_URL', $server);
define('SILHOUETTE_KEY', $key);
function add_filter($name, $filter) { $GLOBALS[$name] = $filter; }
function wp_generate_password($length, $special) { return str_repeat('b', $length); }
function wp_remote_post($url, $args) {
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($args['headers']), $args['headers']);
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $args['body'], 'ignore_errors' => true];
    $body = file_get_contents($url, false, stream_context_create(['http' => $http]));
    return ['status' => (int) explode(' ', $http_response_header[0])[1], 'body' => $body];
}
function is_wp_error($answer) { return false; }
function wp_remote_retrieve_response_code($answer) { return $answer['status']; }
function wp_remote_retrieve_body($answer) { return $answer['body']; }
require $hook;
echo json_encode($wp_handle_upload(['file' => $file, 'type' => mime_content_type($file)]));
`

test.skipIf(!has('php'))('WordPress: an upload gets a white background, or stays as it was', async () => {
  const at = (name: string): string => path.join(folder, name)
  const hook = block('php')
  expect(hook.trim().split('\n').length).toBeLessThanOrEqual(30)
  await writeFile(at('hook.php'), hook)
  await writeFile(at('wordpress.php'), WORDPRESS)
  const original = await sharp(await photo())
    .png()
    .toBuffer()
  const upload = async (key: string) => {
    await writeFile(at('shoe.png'), original)
    const args = [
      '-d',
      'display_errors=stderr',
      at('wordpress.php'),
      at('hook.php'),
      at('shoe.png'),
      target.baseUrl,
      key,
    ]
    return promisify(execFile)('php', args)
  }
  const refused = await upload('sk_not_a_valid_key')
  expect(refused.stderr).toContain('left')
  expect(await readFile(at('shoe.png'))).toEqual(original)

  const { key } = await target.newKey({ credits: 1 })
  const done = await upload(key)
  expect(done.stderr).toBe('')
  expect(JSON.parse(done.stdout)).toEqual({ file: at('shoe.png'), type: 'image/png' })
  expect(await readFile(at('shoe-original.png'))).toEqual(original)
  const made = await readFile(at('shoe.png'))
  expect((await sharp(made).metadata()).format).toBe('png')
  for (const value of (await pixels(made)).at(0, 0)) expect(value).toBeGreaterThan(250)
})

test('GitHub Actions: the commands of the step cut out each photo, and a second run pays nothing', async () => {
  const script = block('yaml').split('run: |\n')[1]!.replaceAll(DOCUMENTED_SERVER, target.baseUrl)
  await mkdir(path.join(folder, 'action/photos'), { recursive: true })
  for (const [index, name] of ['a.jpg', 'b.jpg'].entries()) {
    await writeFile(path.join(folder, 'action/photos', name), await photo(200 + index))
  }
  const { key } = await target.newKey({ credits: 2 })
  const env = { PATH: process.env.PATH, SILHOUETTE_KEY: key }
  for (const _run of [1, 2])
    await promisify(execFile)('bash', ['-e', '-c', script], { cwd: path.join(folder, 'action'), env })
  const made = await readdir(path.join(folder, 'action/from-action'))
  expect(made.toSorted()).toEqual(['a.png', 'b.png'])
  for (const name of made)
    expect((await sharp(path.join(folder, 'action/from-action', name)).metadata()).hasAlpha).toBe(true)
})

test.skipIf(!has('aws'))('a watched folder: what is dropped into it arrives in the bucket', async () => {
  const s3 = await startS3Service()
  const { bucket } = await s3.newPlace()
  const home = path.join(folder, 'watched')
  await mkdir(path.join(home, 'photos'), { recursive: true })
  await symlink(projectFile('bin'), path.join(home, 'bin'))
  await writeFile(path.join(home, 'first.jpg'), await photo(96))
  await cp(path.join(home, 'first.jpg'), path.join(home, 'photos/first.jpg'))
  const script = block('sh not run: it goes on until it is stopped').replace('my-bucket', bucket)
  const { key } = await target.newKey({ credits: 2 })
  const env = {
    ...productEnvironment({ ...inject('sharedServer').settings, SILHOUETTE_URL: target.baseUrl, SILHOUETTE_KEY: key }),
    ...{ AWS_ENDPOINT_URL: `http://${s3.host}:${s3.port}`, AWS_DEFAULT_REGION: 'eu-central-1' },
    ...{ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
  }
  const shell = spawn('bash', ['-c', script], { cwd: home, env, detached: true, stdio: 'ignore' })
  try {
    const arrived = async (...names: string[]) => expect((await s3.objectsIn(bucket)).toSorted()).toEqual(names)
    await eventually(() => arrived('cutouts/first.png'), FIRST_PHOTO_MS)
    await cp(path.join(home, 'first.jpg'), path.join(home, 'photos/second.jpg'))
    await eventually(() => arrived('cutouts/first.png', 'cutouts/second.png'))
  } finally {
    process.kill(-shell.pid!, 'SIGKILL')
    await s3.close()
  }
})
