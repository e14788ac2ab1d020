/** The command line on photos, with real networks and worker processes. */
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { runCli } from '../support/cli.js'
import { dataFolder, productEnvironment, projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const at = (...names: string[]): string => path.join(folder, ...names)
const settings = { DATA_DIR: dataFolder, QUALITY: 'fast', WORKERS: '1' }

/** A red ball on a pale floor. */
const ball = (width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><radialGradient id="g" cx="0.4" cy="0.35"><stop offset="0" stop-color="#ff8a70"/>
      <stop offset="1" stop-color="#a01810"/></radialGradient></defs>
      <rect width="100%" height="100%" fill="#dfe6ea"/><rect y="75%" width="100%" height="25%" fill="#c3ccd2"/>
      <ellipse cx="50%" cy="82%" rx="${width * 0.24}" ry="${height * 0.04}" fill="#98a2a8"/>
      <circle cx="50%" cy="55%" r="${Math.min(width, height) * 0.28}" fill="url(#g)"/></svg>`),
  )
    .jpeg()
    .toBuffer()

beforeAll(async () => {
  await mkdir(at('photos/deep'), { recursive: true })
  await writeFile(at('photos/ball.jpg'), await ball(240, 200))
  await writeFile(at('photos/deep/tall.jpg'), await ball(160, 240))
  await writeFile(at('photos/broken.jpg'), (await ball(240, 200)).subarray(0, 900))
})

test('a folder with a broken photo: the others are cut out, it is named, and the next run skips them', async () => {
  const first = await runCli(settings, 'remove', at('photos'), '-o', at('out'), '--json')
  expect(first.code).toBe(1)
  const records = first.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string; input: string; confidence?: number; pieces?: object[] })
  const done = records.filter(({ status }) => status === 'done')
  expect(done).toHaveLength(2)
  for (const { confidence, pieces } of done) {
    expect(confidence).toBeGreaterThan(0.9)
    expect(pieces).toHaveLength(1)
  }
  expect(records.filter(({ status }) => status === 'failed')).toMatchObject([
    { input: at('photos/broken.jpg'), kind: 'invalid_image' },
  ])
  expect((await readdir(at('out'), { recursive: true })).toSorted()).toEqual(['ball.png', 'deep', 'deep/tall.png'])
  const { data, info } = await sharp(at('out/ball.png')).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 240, height: 200, channels: 4 })
  const alphaAt = (x: number, y: number): number => data[(y * 240 + x) * 4 + 3]!
  expect([alphaAt(120, 110), alphaAt(5, 5)]).toEqual([255, 0])

  const second = await runCli(settings, 'remove', at('photos'), '-o', at('out'))
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(/0 done, 2 skipped, 1 failed\n/)
})

test('a set of presets: a file each from one pass, a table and a page; the next run keeps what they say', async () => {
  const args = ['remove', at('photos/ball.jpg'), at('photos/deep/tall.jpg'), '-o', at('shop'), '--for', 'ebay,avatar']
  const more = [
    '--name',
    '{preset}/{n}-{name}.{ext}',
    '--report',
    at('shop/r.csv'),
    '--contact-sheet',
    at('shop/r.html'),
  ]
  const first = await runCli(settings, ...args, ...more)
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('Look at these 2:') })
  const files = ['avatar_circle/001-ball.png', 'avatar_circle/002-tall.png', 'ebay/001-ball.jpg', 'ebay/002-tall.jpg']
  const folders = ['avatar_circle', 'ebay', 'r.csv', 'r.html']
  expect((await readdir(at('shop'), { recursive: true })).toSorted()).toEqual([...files, ...folders].toSorted())
  expect(await sharp(at('shop', files[2]!)).metadata()).toMatchObject({ width: 1600, height: 1600, format: 'jpeg' })
  const table = await readFile(at('shop/r.csv'), 'utf8')
  expect(table.trim().split('\r\n')).toHaveLength(5)
  expect(table).toMatch(/001-ball\.jpg,ebay,done,1600,1600,\d+,\d\d\.\d,[01]\.\d{3},enlarged,\r\n/)

  const second = await runCli(settings, ...args, ...more)
  expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('0 done, 2 skipped') })
  expect(await readFile(at('shop/r.csv'), 'utf8')).toBe(table)
})

test('standard input to standard output, on a colour, cropped', async () => {
  const args = ['remove', '-', '--format', 'jpg', '--bg-color', 'navy', '--crop']
  const child = spawn(projectFile('bin/silhouette'), args, {
    env: productEnvironment(settings),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(await readFile(at('photos/ball.jpg')))
  const pieces: Buffer[] = await child.stdout.toArray()
  const { data, info } = await sharp(Buffer.concat(pieces)).raw().toBuffer({ resolveWithObject: true })
  expect(info.width).toBeLessThan(180)
  for (const [c, value] of [0, 0, 128].entries()) expect(Math.abs(data[c]! - value)).toBeLessThan(12)
})
