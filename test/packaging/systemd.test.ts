/** The units, checked by systemd itself; they are not started. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFile } from '../support/project.js'
import { systemdAnalyze } from '../support/systemd.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** From 0 to 100, where a unit without any protection has 96. */
const EXPOSURE = '16'

const folder = temporaryFolder()
const units = readdirSync(projectFile('deploy/systemd'))

/** A copy in which the program is where it is here. */
function installed(unit: string): string {
  const text = readFileSync(projectFile(`deploy/systemd/${unit}`), 'utf8')
  const file = path.join(folder, unit)
  writeFileSync(file, text.replaceAll('/opt/silhouette', path.resolve(projectFile('.'))))
  return file
}

function analyze(...options: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(systemdAnalyze!, ['--no-pager', ...options], { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

describe.skipIf(!systemdAnalyze).each(units)('%s', (unit) => {
  test('is understood, to the last line', () => {
    expect(analyze('verify', '--man=no', installed(unit))).toEqual({ status: 0, output: '' })
  })

  test('keeps the service to itself', () => {
    const { status, output } = analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, installed(unit))
    expect(status, output).toBe(0)
  })
})
