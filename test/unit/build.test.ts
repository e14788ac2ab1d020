/** What `npm run build` makes, what it leaves alone, and what it clears away. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { imported } from '../../scripts/build/imported.js'
import { adviceOnKernels } from '../../scripts/build/kernels.js'
import { make as makeProgram } from '../../scripts/build/program.js'
import { takeStep } from '../../scripts/build/step.js'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

let root: string
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}
const built = (name: string): string => readFileSync(path.join(root, 'dist', name), 'utf8')

beforeEach(() => {
  root = temporaryFolder()
  write('package-lock.json', '{}')
  cpSync(projectFile('tsconfig.json'), path.join(root, 'tsconfig.json'))
})

test('the kernels that are committed were made of their sources', () => {
  expect(adviceOnKernels()).toBeUndefined()
})

describe('a step', () => {
  let times: number
  const take = async (): Promise<number> => {
    times = 0
    const make = (): void => {
      times++
      write('dist/out', 'made')
    }
    const step = { name: 'some', inputs: () => ['in'], output: 'dist/out', load: async () => ({ make }) }
    await takeStep(step, root, () => {})
    return times
  }
  beforeEach(async () => {
    write('in/a.ts', 'a')
    expect(await take()).toBe(1)
  })

  test('is taken once, however often it is asked for', async () => {
    write('in/a.ts', 'a')
    expect(await take()).toBe(0)
  })

  test.each<[string, () => void]>([
    ['changed', () => write('in/a.ts', 'b')],
    ['added', () => write('in/deep/b.ts', '')],
    ['renamed', () => renameSync(path.join(root, 'in/a.ts'), path.join(root, 'in/b.ts'))],
    ['removed from what it made', () => rmSync(path.join(root, 'dist/out'))],
    ['changed among the versions of its tools', () => write('package-lock.json', '{ "version": 1 }')],
  ])('is taken again after something was %s', async (_, change) => {
    change()
    expect(await take()).toBe(1)
    expect(await take()).toBe(0)
  })

  test('that failed is taken again', async () => {
    const fail = async (): Promise<never> => Promise.reject(new Error('no'))
    const failing = { name: 'some', inputs: () => [], output: 'dist/out', load: fail }
    await expect(takeStep(failing, root, () => {})).rejects.toThrow('no')
    expect(await take()).toBe(1)
  })
})

describe('the program', () => {
  test('is its source without types: what is imported, and how classes are set up, stays as it was', async () => {
    write(
      'src/deep/a.ts',
      `import type { T } from './t.js'
       import { type U, u } from './u.js'
       import { type V } from './v.js'
       export class A<X> extends u { readonly x!: X; y = 120_000 as number }
       export type W = T | U | V`,
    )
    write('src/of-others.d.ts', 'declare const other: string')
    await makeProgram(root)
    const code = built('deep/a.js')
    expect([...code.matchAll(/'(\.\/.*)'|"(\.\/.*)"/g)].map(([, one, other]) => one ?? other)).toEqual([
      './u.js',
      './v.js',
    ])
    expect(code).toMatch(/class A extends u \{\s*x;\s*y = (120000|12e4);\s*\}/)
    expect(code).not.toContain('type')
    expect(existsSync(path.join(root, 'dist/of-others.d.js'))).toBe(false)
  })

  test('keeps nothing of sources that are gone, and leaves what others made', async () => {
    write('src/gone/a.ts', '')
    write('src/b.ts', 'export const b: number = 1')
    write('dist/web/index.html', 'the page')
    write('dist/types/index.d.ts', 'declarations')
    await makeProgram(root)
    expect(existsSync(path.join(root, 'dist/gone/a.js'))).toBe(true)
    rmSync(path.join(root, 'src/gone'), { recursive: true })
    write('dist/b.js.map', 'of an earlier version')
    await makeProgram(root)
    expect(existsSync(path.join(root, 'dist/gone'))).toBe(false)
    expect(existsSync(path.join(root, 'dist/b.js.map'))).toBe(false)
    expect(built('b.js')).toContain('export const b = 1')
    expect([built('web/index.html'), built('types/index.d.ts')]).toEqual(['the page', 'declarations'])
  })
})

test('the page is made of what it imports, too, wherever that lies', () => {
  const files = imported('web')
  expect(files).toEqual(expect.arrayContaining(['web/index.html', 'src/catalog/languages.ts', 'src/client/index.ts']))
  expect(files).not.toContain('src/main.ts')
})
