/** What is published: all that the program needs is in it, and nothing else. scripts/try-package really installs it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { declarationsFrom } from '../../scripts/build/declarations.js'
import { isSpare } from '../../scripts/slim-runtime.js'
import { type Import, importsIn, sourceFiles, sourceText } from '../support/module-graph.js'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

interface Package {
  readonly private?: boolean
  readonly files: readonly string[]
  readonly bin: Readonly<Record<string, string>>
  readonly exports: { readonly '.': Readonly<Record<string, string>> }
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly bundleDependencies: readonly string[]
}
const about = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as Package

test('every package that the program imports is a dependency, not only one of developers', () => {
  const packages = sourceFiles
    .flatMap((file) => importsIn(file, sourceText(file)))
    .filter(({ to, kind }) => kind !== 'type' && !to.endsWith('.ts') && !to.startsWith('node:'))
  expect(packages.map(({ to }) => to)).toContain('sharp')
  // Without an optional one the program must start.
  const isThere = ({ to: name, kind }: Import): boolean =>
    name in about.dependencies || (kind === 'dynamic' && name in about.optionalDependencies)
  expect(packages.filter((each) => !isThere(each))).toEqual([])
})

test('no script runs where the package is installed', () => {
  expect(about.private).toBeUndefined()
  for (const name of ['preinstall', 'install', 'postinstall']) expect(about.scripts[name]).toBeUndefined()
})

test('whatever is a folder of this repository comes along, with those who need it beside it', () => {
  const local = Object.entries(about.dependencies).flatMap(([name, place]) => (place.startsWith('file:') ? [name] : []))
  expect(about.bundleDependencies).toEqual(expect.arrayContaining(local))
  // Its post-install finds our stand-in for global-agent only where both are in the package.
  expect(about.bundleDependencies).toContain('onnxruntime-node')
})

test('of the bundled runtime, each platform keeps what it loads, and nothing for graphics cards', () => {
  expect(about.scripts.prepack).toContain('slim-runtime')
  const files = readdirSync(projectFile('node_modules/onnxruntime-node/bin'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isSpare(entry.name))
    .map(({ parentPath, name }) => `${parentPath.split(path.sep).slice(-2).join('/')}/${name}`)
  expect(files.filter((file) => !file.endsWith('/onnxruntime_binding.node')).sort()).toEqual([
    'darwin/arm64/libonnxruntime.1.dylib',
    'linux/arm64/libonnxruntime.so.1',
    'linux/x64/libonnxruntime.so.1',
    'win32/arm64/onnxruntime.dll',
    'win32/x64/onnxruntime.dll',
  ])
  expect(files).toHaveLength(10)
})

describe('the files', () => {
  const holds = (file: string): boolean =>
    about.files.some((pattern) => pattern === file || file.startsWith(`${pattern}/`))

  test('hold the program, its catalogues with our own networks, and what licences ask for', () => {
    const needed = [
      ...Object.values(about.bin),
      ...Object.values(about.exports['.']).map((file) => file.replace('./', '')),
      'dist/main.js',
      'dist/web/index.html',
      'kernels/kernels.wasm',
      'catalog/models.json',
      'catalog/matte-network/matte.onnx',
      'NOTICE',
    ]
    expect(needed.filter((file) => !holds(file))).toEqual([])
    expect(needed.filter((file) => !existsSync(projectFile(file)))).toEqual([])
  })

  test('hold neither sources nor tests nor data', () => {
    for (const file of [
      'src/main.ts',
      'test/unit/package.test.ts',
      'data/silhouette.db',
      'web/src/app.tsx',
      'training/x',
    ])
      expect(holds(file)).toBe(false)
  })
})

test('the library is found by its name, and says only what is public', () => {
  const script =
    "import('@silhouette-image/silhouette').then((library) => console.log(Object.keys(library).sort().join()))"
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: projectFile(''), encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({
    stdout: 'SilhouetteError,createSilhouette,idPhotoFormats,presets,styles\n',
    stderr: '',
  })
})

test('its declarations name no package and no file of ours that is not declared, and programs are checked by them', () => {
  const declarations = declarationsFrom('index', projectFile('src'))
  expect([...declarations.keys()].filter((name) => /^(db|engine|http|service|imaging|cli)\//.test(name))).toEqual([])
  for (const text of declarations.values()) expect(text).not.toMatch(/^(import|export).*from '[^.]/m)

  const folder = temporaryFolder()
  const file = path.join(folder, 'program.ts')
  const write = (name: string, text: string): void => ts.sys.writeFile(path.join(folder, name), text)
  for (const [name, text] of declarations) write(`types/${name}.d.ts`, text)
  write('package.json', '{ "type": "module" }')
  write(
    'program.ts',
    `import { createSilhouette, SilhouetteError } from './types/index.js'
     const silhouette = createSilhouette({ quality: 'fast', workers: 1 })
     const { bytes, sheet } = await silhouette.idPhoto('a.jpg', { spec: 'us_passport', sheet: 'a4' })
     const copies: number | undefined = sheet?.copies
     await silhouette.removeBackground(bytes, { format: 'webp', size: 'hd' })
     // @ts-expect-error there is no such format
     await silhouette.removeBackground(bytes, { format: 'gif' })
     // @ts-expect-error there is no such quality
     createSilhouette({ quality: 'good' })
     try { await silhouette.close() } catch (error) {
       if (error instanceof SilhouetteError && error.code === 'closed') console.log(copies, error.option)
     }`,
  )
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [projectFile('node_modules/@types')],
  })
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  expect(problems).toEqual([])
})
