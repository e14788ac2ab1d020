/** A command and what its standard streams are connected to. */
import { execFileSync, spawn } from 'node:child_process'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { productEnvironment, projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const bin = projectFile('bin/silhouette')
const folder = temporaryFolder()

test('a reader that goes away is no error, as in `silhouette settings | head -3`', async () => {
  const command = spawn(bin, ['settings'], { env: productEnvironment({}) })
  command.stdout.destroy()
  let complaints = ''
  command.stderr.on('data', (piece) => {
    complaints += piece
  })
  const status = await new Promise((resolve) => command.on('close', resolve))
  expect([status, complaints]).toEqual([141, ''])
})

test('a photo that is redirected to standard input is not overwritten', () => {
  const photo = path.join(folder, 'photo.png')
  writeFileSync(photo, 'the photo')
  const env = productEnvironment({ DATA_DIR: folder })
  const stdio = [openSync(photo, 'r'), 'ignore', 'pipe'] as const
  expect(() => execFileSync(bin, ['remove', '-', '-o', photo], { stdio: [...stdio], env, timeout: 20_000 })).toThrow(
    'would overwrite the photo on standard input',
  )
  expect(readFileSync(photo, 'utf8')).toBe('the photo')
})
