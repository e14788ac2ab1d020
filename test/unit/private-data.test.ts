/** Nobody else on the machine reads what is kept. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { StartError } from '../../src/base/start-error.js'
import { closeToOthers, openPrivateFolder } from '../../src/server/private-data.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const usual = process.umask()
afterEach(() => process.umask(usual))

const modeOf = (name: string): string => (statSync(name).mode & 0o7777).toString(8)
const newFolder = (): string => mkdtempSync(path.join(folder, 'data-'))

function fileOf(dataDir: string, name: string, mode = 0o644): string {
  const file = path.join(dataDir, name)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(file, 'x')
  chmodSync(file, mode)
  return file
}

test('what an earlier version left open is closed, whatever lies beside it stays as it was', () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o755)
  const names = ['silhouette.db', 'silhouette.db-wal', 'silhouette.db-shm', 'server.lock', 'results/ab/abc.png']
  const ours = [...names, 'tmp/x/upload', 'models/style-previews/a.jpg'].map((name) => fileOf(dataDir, name))
  const script = fileOf(dataDir, 'start.sh', 0o755)
  const elsewhere = fileOf(newFolder(), 'somewhere')
  symlinkSync(elsewhere, path.join(dataDir, 'models', 'link'))

  expect(closeToOthers(dataDir)).toEqual([])
  for (const file of ours) expect([file, modeOf(file)]).toEqual([file, '600'])
  for (const name of ['', 'results', 'results/ab', 'tmp/x', 'models', 'models/style-previews']) {
    expect([name, modeOf(path.join(dataDir, name))]).toEqual([name, '700'])
  }
  expect([modeOf(script), modeOf(elsewhere)]).toEqual(['755', '644'])
})

test('a folder that many users share is left alone, and said to be open', () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o1777)
  expect(closeToOthers(dataDir)).toEqual([dataDir])
  expect(modeOf(dataDir)).toBe('1777')
})

test('what is written from then on is private, by processes started later, too', () => {
  process.umask(0o022)
  const dataDir = path.join(folder, 'new', 'data')
  openPrivateFolder(dataDir)
  writeFileSync(path.join(dataDir, 'own'), 'x')
  execFileSync(process.execPath, ['-e', 'fs.writeFileSync("of-a-child", "x")'], { cwd: dataDir })
  expect(['', 'own', 'of-a-child'].map((name) => modeOf(path.join(dataDir, name)))).toEqual(['700', '600', '600'])
})

test('a folder that cannot be is one line with a remedy', () => {
  const file = fileOf(folder, 'a-file')
  expect(() => openPrivateFolder(file)).toThrow(StartError)
  expect(() => openPrivateFolder(file)).toThrow(
    /^The data folder .* cannot be used \(\w+\): .*set DATA_DIR to another folder$/,
  )
  expect(existsSync(path.join(file, 'x'))).toBe(false)
})
