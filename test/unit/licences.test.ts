/** The licences of all dependencies, and that a forbidden one is noticed. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Lock, refusedLicences } from '../../scripts/licences.js'
import { projectFile } from '../support/project.js'

const judge = (path: string, entry: Lock['packages'][string]): string[] =>
  refusedLicences({ packages: { '': {}, [path]: { version: '1.0.0', ...entry } } }).map((refusal) => refusal.licence)

describe('licences', () => {
  it('of everything in our lock file are allowed', () => {
    const lock = JSON.parse(readFileSync(projectFile('package-lock.json'), 'utf8')) as Lock
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
    expect(refusedLicences(lock)).toEqual([])
  })

  it('a forbidden one is reported with the path and version of its package', () => {
    const packages = { '': {}, 'node_modules/a/node_modules/@b/c': { version: '1.2.3', license: 'GPL-3.0-only' } }
    const refusal = { path: 'node_modules/a/node_modules/@b/c', version: '1.2.3', licence: 'GPL-3.0-only' }
    expect(refusedLicences({ packages })).toEqual([refusal])
  })

  it.each([
    ['one', 'MIT'],
    ['a choice', 'MIT OR GPL-3.0-only'],
    ['a choice in brackets', '(AFL-2.1 OR BSD-3-Clause)'],
    ['several at once', 'Apache-2.0 AND MIT'],
  ])('%s: %s is allowed', (_what, license) => {
    expect(judge('node_modules/a', { license })).toEqual([])
  })

  it.each([
    ['one', 'AGPL-3.0-or-later'],
    ['several at once', 'MIT AND GPL-3.0-only'],
    ['inner brackets', 'MIT AND (GPL-2.0-only OR SSPL-1.0)'],
    ['no words of SPDX', 'SEE LICENSE IN LICENSE'],
  ])('%s: %s is not', (_what, license) => {
    expect(judge('node_modules/a', { license })).toEqual([license])
  })

  it('none at all is not', () => {
    expect(judge('node_modules/a', {})).toEqual(['none declared'])
  })

  it('exceptions hold for the packages that they name, and where they say so only for tools', () => {
    const lgpl = { license: 'Apache-2.0 AND LGPL-3.0-or-later' }
    expect(judge('node_modules/@img/sharp-win32-x64', lgpl)).toEqual([])
    expect(judge('node_modules/other', lgpl)).toEqual([lgpl.license])
    expect(judge('node_modules/axe-core', { license: 'MPL-2.0', dev: true })).toEqual([])
    expect(judge('node_modules/axe-core', { license: 'MPL-2.0' })).toEqual(['MPL-2.0'])
  })
})
