/** A folder for the tests of one file; it is gone when they are over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'silhouette-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
