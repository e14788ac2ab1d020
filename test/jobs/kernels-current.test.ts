/** kernels/kernels.wasm is committed: it must be what its sources compile to. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KERNELS } from '../../scripts/build/kernels.js'
import { compiledKernels } from '../../scripts/kernels.js'
import { projectFile } from '../support/project.js'

test('the kernels compile to the bytes that are committed', async () => {
  expect((await compiledKernels()).equals(readFileSync(projectFile(KERNELS)))).toBe(true)
})
