/** SECURITY.md names the tests that guard each protection: they have to be there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../support/project.js'

test('every test that SECURITY.md names exists, and every protection names one', () => {
  const [, text = ''] = readFileSync(projectFile('SECURITY.md'), 'utf8').split('## What is protected')
  const protections = (text.split('\n## ')[0] ?? '').split(/\n(?=- \*\*)/).slice(1)
  expect(protections.length).toBeGreaterThan(10)
  for (const protection of protections) {
    const names = [...protection.matchAll(/`([a-z]+\/[\w-]+)`/g)].map(([, name]) => name)
    expect(names, protection).not.toEqual([])
    for (const name of names) expect(existsSync(projectFile(`test/${name}.test.ts`)), name).toBe(true)
  }
})
