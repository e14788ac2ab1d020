/** A release, made of a small repository of its own. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { git } from '../../scripts/release/commands.js'
import { makeRelease, planRelease, type Release } from '../../scripts/release/release.js'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const above = temporaryFolder()
let folder: string
let said: string[]
const release = (version = '1.3.0'): Release => ({
  folder,
  version,
  date: '2026-01-31',
  tell: (line) => said.push(line),
})

function write(name: string, content: string | object): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
}
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')

let count = 0
beforeEach(() => {
  folder = path.join(above, String(++count))
  said = []
  const about = { name: '@shop/product', version: '1.2.9', license: 'MIT', files: ['index.js'] }
  write('package.json', about)
  write('package-lock.json', { ...about, lockfileVersion: 3, requires: true, packages: { '': about } })
  write('index.js', '')
  write('clients/typescript/package.json', { ...about, name: '@shop/client' })
  write('deploy/helm/silhouette/Chart.yaml', 'name: silhouette\nversion: 1.2.9\nappVersion: 1.2.9\n')
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 1.2.9 (2026-01-01)\n\n- Slow.\n')
  write('.gitignore', '/release/\n')
  git(folder, 'init', '--quiet')
  for (const [name, value] of [
    ['user.name', 'Ann'],
    ['user.email', 'ann@example.com'],
    ['commit.gpgsign', 'false'],
  ])
    git(folder, 'config', name!, value!)
  commitAll()
})

function commitAll(): void {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'Begin')
}

test('is a commit and a tag with the version everywhere, and files that fit their checksums', async () => {
  await makeRelease(release())

  expect(git(folder, 'status', '--porcelain')).toBe('')
  expect(git(folder, 'log', '-1', '--format=%s %D')).toMatch(/^Release 1\.3\.0 HEAD -> \w+, tag: v1\.3\.0$/)
  for (const name of [
    'package.json',
    'package-lock.json',
    'clients/typescript/package.json',
    'deploy/helm/silhouette/Chart.yaml',
  ]) {
    expect(read(name), name).toContain('1.3.0')
    expect(read(name), name).not.toContain('1.2.9')
  }
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.3.0 (2026-01-31)\n\n- Faster.\n\n## 1.2.9 (2026-01-01)\n\n- Slow.\n',
  )

  const files = path.join(folder, 'release/1.3.0')
  expect(readdirSync(files).sort()).toEqual([
    'NOTES.md',
    'SHA256SUMS',
    'shop-client-1.3.0.tgz',
    'shop-product-1.3.0.tgz',
    'silhouette-1.3.0.cdx.json',
    'silhouette-chart-1.3.0.tgz',
  ])
  expect(read('release/1.3.0/NOTES.md')).toBe('- Faster.\n')
  const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: files, encoding: 'utf8' })
  expect(checked.match(/: OK$/gm)).toHaveLength(5)
  const parts = JSON.parse(read('release/1.3.0/silhouette-1.3.0.cdx.json')) as object
  expect(parts).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: '@shop/product', version: '1.3.0' } },
  })
})

test('a plan changes nothing', () => {
  planRelease(release())
  expect(said.join('\n')).toContain('1.2.9 → 1.3.0')
  expect(git(folder, 'status', '--porcelain', '--ignored')).toBe('')
  expect(git(folder, 'tag')).toBe('')
})

test('one that fails half-way leaves the tree as it was', async () => {
  write('package.json', { name: '@shop/product', version: '1.2.9', scripts: { prepack: 'exit 1' } })
  commitAll()
  await expect(makeRelease(release())).rejects.toThrow('npm')
  expect(git(folder, 'status', '--porcelain')).toBe('')
  expect(git(folder, 'tag')).toBe('')
})

describe('is refused', () => {
  test.each(['1.2.9', '1.2.8', '0.9.9'])('for %s, which does not come after 1.2.9', (version) => {
    expect(() => planRelease(release(version))).toThrow(`${version} does not come after 1.2.9`)
  })

  test('for what is no version', () => {
    expect(() => planRelease(release('v1.3'))).toThrow('"v1.3" is no version')
  })

  test('with changes that are not committed', () => {
    write('new.js', '')
    expect(() => planRelease(release())).toThrow('?? new.js')
  })

  test('where the tag is taken', () => {
    git(folder, 'tag', 'v1.3.0')
    expect(() => planRelease(release())).toThrow('There is a tag v1.3.0 already')
  })

  test('without anything to tell', () => {
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.2.9\n')
    commitAll()
    expect(() => planRelease(release())).toThrow('write down what has changed')
  })
})

test('the command says how it is used', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/release.ts'], {
    cwd: projectFile('.'),
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('Usage: npm run release') })
})
