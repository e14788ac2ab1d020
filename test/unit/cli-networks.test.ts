/** What the command line says about added networks. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networksCommands } from '../../src/cli/networks.js'
import { loadConfig } from '../../src/config/load.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const networks = path.join(folder, 'networks')
const config = loadConfig({ DATA_DIR: folder })
const run = (name: string, values = {}) => networksCommands.find((it) => it.name === name)!.run(values, config)

let said: string
beforeEach(() => {
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const record = (name: string, more: object) => ({
  name,
  bytes: 1,
  sha256: '0'.repeat(64),
  recipe: {
    input: 'x',
    output: 'y',
    size: 1024,
    layout: 'NCHW',
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    answers: 'logits',
  },
  measured: { memoryMb: 4321, ms: 987, timesOurs: 6.84, threads: 2 },
  added: '2026-11-17T00:00:00.000Z',
  ...more,
})

test('lists them with memory, time and licence, and how to add one where there is none', async () => {
  await run('networks')
  expect(said).toContain('silhouette networks add FILE.onnx')
  mkdirSync(networks)
  const licence = { words: 'CC BY-NC 4.0', link: 'https://example.com/licence', nonCommercial: true }
  writeFileSync(path.join(networks, 'rmbg.json'), JSON.stringify(record('rmbg', { licence })))
  writeFileSync(path.join(networks, 'mine.json'), JSON.stringify(record('mine', {})))
  said = ''
  await run('networks')
  const [, mine, rmbg] = said.split('\n')
  expect(mine).toMatch(/^mine +1024 +4321 +987 +6\.8 +not stated$/)
  expect(rmbg).toMatch(/CC BY-NC 4\.0, not for commercial use \(https:\/\/example\.com\/licence\)$/)
  said = ''
  await run('networks', { json: true })
  expect(JSON.parse(said)).toEqual([record('mine', {}), record('rmbg', { licence })])
})

test('removes one by name', async () => {
  await run('networks remove', { name: 'mine' })
  expect(said).toContain('mine is removed')
  await expect(run('networks remove', { name: 'mine' })).rejects.toThrow('There is no network mine; there are rmbg')
})
