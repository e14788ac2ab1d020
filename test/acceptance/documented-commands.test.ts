/**
 * Every command that the documentation marks as one to run, as a reader would paste it: in order, in one shell per page, in a
 * folder like an installation with some photos in it, beside a running server. Each must succeed and make the files it names.
 */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Step, stepsIn } from '../support/documented-commands.js'
import { productEnvironment, projectFile, repositoryModels } from '../support/project.js'
import { samplePerson } from '../support/sample-person.js'

/** docs/fleet.md wants stores of its own, and root: unit/fleet-tutorial looks at its settings only. */
const PAGES = [
  'README.md',
  ...['quick-start', 'command-line', 'api', 'id-photos', 'settings', 'operations', 'recipes', 'jobs'].map(
    (name) => `docs/${name}.md`,
  ),
]

const stepsOf = (page: string): Step[] => stepsIn(readFileSync(projectFile(page), 'utf8'))

/** Where the pages believe the server to be. */
const DOCUMENTED_SERVER = 'http://127.0.0.1:8080'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('Skipped: the commands of docs/api.md, which need python3.')

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'silhouette-docs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An installation: its program, its networks, and photos as the pages call them. */
async function installation(name: string): Promise<string> {
  const home = path.join(folder, name)
  await mkdir(path.join(home, 'data'), { recursive: true })
  await mkdir(path.join(home, 'photos', 'more'), { recursive: true })
  await symlink(projectFile('bin'), path.join(home, 'bin'))
  await symlink(repositoryModels, path.join(home, 'data', 'models'))
  const person = await samplePerson()
  await writeFile(path.join(home, 'portrait.jpg'), person) // an ID photo needs a face of some size
  for (const photo of ['photo.jpg', 'photos/first.jpg', 'photos/more/second.jpg']) {
    await sharp(person).resize({ width: 240 }).toFile(path.join(home, photo))
  }
  return home
}

/** Pages leave the checking of answers to the reader's eyes; here curl has to tell. */
const PRELUDE = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
export -f curl
`

async function follow(home: string, steps: readonly Step[]): Promise<void> {
  const { baseUrl, settings } = inject('sharedServer')
  const here = (text: string): string => text.replaceAll(DOCUMENTED_SERVER, baseUrl)
  for (const step of steps) {
    if (step.kind === 'save') await writeFile(path.join(home, step.name), here(step.text))
  }
  const script = steps.flatMap((step) => (step.kind === 'run' ? [here(step.script)] : [])).join('\n')
  await promisify(execFile)('bash', ['-c', PRELUDE + script], { cwd: home, env: productEnvironment(settings) })
}

/** A file with something in it, a picture that can be read where its name says so; or a folder with such files. */
async function expectMade(file: string): Promise<void> {
  if ((await stat(file)).isDirectory()) {
    const names = await readdir(file)
    expect(names, file).not.toEqual([])
    for (const name of names) await expectMade(path.join(file, name))
  } else if (/\.(png|jpe?g|webp)$/.test(file)) expect((await sharp(file).stats()).entropy, file).toBeGreaterThan(0)
  else expect(await readFile(file, 'utf8'), file).not.toBe('')
}

for (const page of PAGES) {
  const steps = stepsOf(page)
  const files = steps.flatMap((step) => (step.kind === 'run' ? step.files : []))
  const needsPython = steps.some(({ kind }) => kind === 'save')
  if (!steps.some(({ kind }) => kind === 'run')) continue

  test.skipIf(needsPython && !hasPython)(`${page}: its commands succeed and make what they name`, async () => {
    const home = await installation(page.replaceAll(/\W/g, '-'))
    await follow(home, steps)
    for (const name of files) await expectMade(path.join(home, name))
  })
}

/** Each page says why; a new one has to be added here, too, so that nothing drops out by accident. */
const NOT_RUN = [
  'README.md: npm ci && npm start (the server goes on until it is stopped; the tests start it in the same way)',
  'README.md: npm ci && npm test (it would run itself)',
  'docs/quick-start.md: npm ci (the tests run in an installation)',
  'docs/quick-start.md: npm start (the server goes on until it is stopped; the tests start it in the same way)',
  'docs/settings.md: PORT=9000 DATA_DIR=/srv/silhouette SIGNUP=closed npm start (the server goes on until it is stopped)',
  'docs/operations.md: sudo install -m 0644 deploy/proxy/nginx.conf /etc/nginx/conf.d/silhouette.conf (needs nginx, and root)',
  'docs/recipes.md: bin/silhouette remove photos -o cutouts --watch & (it goes on until it is stopped)',
]

test('what is not run is known, with the reason', () => {
  const found = PAGES.flatMap((page) =>
    stepsOf(page).flatMap((step) =>
      step.kind === 'not run' ? [`${page}: ${step.script.split('\n', 1)[0]} (${step.reason})`] : [],
    ),
  )
  expect(found).toEqual(NOT_RUN)
})
