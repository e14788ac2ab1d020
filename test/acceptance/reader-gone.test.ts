/** A command whose output nobody reads any more ends without a word, as in `silhouette settings | head -3`. */
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { productEnvironment, projectFile } from '../support/project.js'

test('a reader that goes away is no error', async () => {
  const command = spawn(projectFile('bin/silhouette'), ['settings'], { env: productEnvironment({}) })
  command.stdout.destroy()
  let complaints = ''
  command.stderr.on('data', (piece) => {
    complaints += piece
  })
  const status = await new Promise((resolve) => command.on('close', resolve))
  expect([status, complaints]).toEqual([141, ''])
})
