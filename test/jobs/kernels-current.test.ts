/** The compiled kernels and their signatures are committed: they must be what the sources give. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KERNELS, SIGNATURES } from '../../scripts/build/kernels.js'
import { compiledKernels } from '../../scripts/kernels.js'
import { projectFile } from '../support/project.js'

test('the kernels compile to the bytes and the signatures that are committed', async () => {
  const { wasm, signatures } = await compiledKernels()
  expect(wasm.equals(readFileSync(projectFile(KERNELS)))).toBe(true)
  expect(signatures).toBe(readFileSync(projectFile(SIGNATURES), 'utf8'))
})
